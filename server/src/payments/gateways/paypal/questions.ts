import { TooManyQuestionsError } from '../gateway.ts'

/** An event with a forged certificate costs two calls: the certificate, and the signature. */
const MOST_A_MINUTE = 10

/** Calls PayPal because of an event from this network address. */
export type AskFor = <Answer>(
  sender: string,
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
) => Promise<Answer>

/**
 * Limits the calls to PayPal that one network address causes, so that forged events do not use up what real events
 * need. A good answer does not count. Throws a TooManyQuestionsError.
 */
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
