import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Part } from '../runtime/run-until-stopped.ts'

interface Window {
  count: number
  endsAt: number
}

interface Counter {
  ms: number
  windows: LRUCache<string, Window>
}

export type RequestCounts = ReturnType<typeof openRequestCounts>

const MOST_KEYS = 20_000
/** NOTIFY carries 8000 bytes; the name of a limit and an address have 80 at the most. */
const KEYS_OF_NOTICE = 70

/** Requests that other instances counted are added (docs/decisions/0042). */
export function openRequestCounts({ isShared }: { isShared: boolean }) {
  const instance = newId()
  const counters = new Map<string, Counter>()
  let unannounced = new Map<string, number>()

  function add({ ms, windows }: Counter, key: string, requests: number): Window {
    const now = Date.now()
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + ms }
    window.count += requests
    if (window !== known) windows.set(key, window)
    return window
  }

  return {
    /** The counter answers the seconds to wait once its limit is exceeded. */
    open(name: string, most: number, seconds: number): (key: string) => number | undefined {
      // Two parts of the shop that open one limit share its counter: announcements find it by its name.
      const counter = counters.get(name) ?? {
        ms: seconds * 1000,
        windows: new LRUCache<string, Window>({ max: MOST_KEYS }),
      }
      counters.set(name, counter)
      return key => {
        const { count, endsAt } = add(counter, key, 1)
        const id = `${name} ${key}`
        if (isShared) unannounced.set(id, (unannounced.get(id) ?? 0) + 1)
        return count > most ? Math.ceil((endsAt - Date.now()) / 1000) : undefined
      }
    },

    takeAnnouncements(): string[] {
      const all = [...unannounced]
      unannounced = new Map()
      const parts = Array.from({ length: Math.ceil(all.length / KEYS_OF_NOTICE) }, (_, part) =>
        all.slice(part * KEYS_OF_NOTICE, (part + 1) * KEYS_OF_NOTICE),
      )
      return parts.map(counts => JSON.stringify({ instance, counts } satisfies Announcement))
    },

    /** An own announcement is skipped. */
    addAnnounced(text: string): void {
      const { instance: sender, counts }: Announcement = JSON.parse(text)
      if (sender === instance) return
      for (const [id, requests] of counts) {
        const [name = '', key = ''] = id.split(/ (.*)/)
        const counter = counters.get(name)
        if (counter) add(counter, key, requests)
      }
    },
  }
}

interface Announcement {
  instance: string
  counts: [id: string, requests: number][]
}

const EVERY_MS = 1000

export const requestCountsChannel = (counts: RequestCounts) => ({
  // Counts that were missed in a gap are not added later.
  request_counts: (text?: string) => text && counts.addAnnounced(text),
})

export function shareCounts(db: Database, counts: RequestCounts): Part {
  return repeat(EVERY_MS, async () => {
    const texts = counts.takeAnnouncements()
    if (texts.length > 0)
      await sql`select pg_notify('request_counts', text) from unnest(${texts}::text[]) as text`.execute(db)
  })
}
