import { paymentProblems, type StaffNews, staffNews } from '@mela/contract'

type Listener = (news: StaffNews) => void
const listeners = new Set<Listener>()

/** Calls back with what happens in the shop, on whichever instance; returns the way to stop. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the database tells it (migration 0016). */
export const staffNewsChannel = {
  staff_news(payload?: string) {
    const news = payload ? readNews(payload) : { kind: 'gap' as const }
    for (const listener of listeners) listener(news)
  },
}

function readNews(payload: string): StaffNews {
  const news = staffNews.parse(JSON.parse(payload))
  // Nobody has to look after money that never came.
  return news.kind === 'payment' && news.problem === paymentProblems.unapproved ? { ...news, problem: null } : news
}
