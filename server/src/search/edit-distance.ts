/**
 * The costs of slips, by their places in the typed word. All costs are sums of eighths, so that they add up exactly.
 */
export interface Slips {
  emails: readonly string[]
  /** A superfluous letter. */
  extra: readonly number[]
  /** A wrong letter. */
  wrong: readonly number[]
  /** A letter's sound; letters of equal sound are easily exchanged. */
  sounds: readonly number[]
}

const SLIP = 1
/** Sounds and doubled letters are common mistakes. */
export const SMALL_SLIP = 0.5
export const SWAPPED = 0.75
const WRONG_DOUBLED = 0.75
/** A short word with another letter is another word. */
const SHORT = 4
const OTHER_WORD = 1.5

const soundsAlike = new Map(
  ['aeiouy', 'ckq', 'sz', 'vw', 'gj', 'mn'].flatMap((emails, sound) => Array.from(emails, email => [email, sound])),
)
const NO_SOUND = -1
const OTHER_SOUND = -2
/** Equal only for letters that sound alike. */
export const soundOf = (email: string) => soundsAlike.get(email) ?? OTHER_SOUND
const isHardlyPronounced = (email: string) => 'aeiouyh'.includes(email)

export function slipsIn(typed: string): Slips {
  const isShort = typed.length <= SHORT
  const emails = Array.from({ length: typed.length }, (_, i) => typed.charAt(i))
  const isDoubled = emails.map((email, i) => email === emails[i - 1] || email === emails[i + 1])
  return {
    emails,
    extra: emails.map((email, i) => {
      if (isDoubled[i]) return SMALL_SLIP
      if (isShort) return OTHER_WORD
      return isHardlyPronounced(email) ? SMALL_SLIP : SLIP
    }),
    wrong: emails.map((_, i) => {
      if (isDoubled[i]) return WRONG_DOUBLED
      return isShort ? OTHER_WORD : SLIP
    }),
    sounds: emails.map(email => (isShort ? NO_SOUND : (soundsAlike.get(email) ?? NO_SOUND))),
  }
}

/** A missing letter. */
export const missing = (email: string, before: string | undefined) =>
  email === before || isHardlyPronounced(email) ? SMALL_SLIP : SLIP

const LONG = 8
/** Words of up to five letters have many others one slip away. */
export const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearManyTerms(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}
