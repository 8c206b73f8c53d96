import { TooManyQuestionsError } from '../gateway.ts'

/** An event with a forged certificate costs two calls: the certificate, and the signature. */
const MOST_A_MINUTE = 10

export type AskFor = <Answer>(
  sender: string,
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
) => Promise<Answer>

/** Forged events of one address must not use up what real events need; a good answer does not count. */
export function limitQuestions(): AskFor {
  let [minute, counts] = [0, new Map<string, number>()]

  return async (sender, ask, isGood) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, counts] = [now, new Map()]
    const countedIn = counts
    const add = (number: number) => countedIn.set(sender, (countedIn.get(sender) ?? 0) + number)
    if ((counts.get(sender) ?? 0) >= MOST_A_MINUTE) throw new TooManyQuestionsError()
    add(1)
    const answer = await ask()
    if (isGood(answer)) add(-1)
    return answer
  }
}
