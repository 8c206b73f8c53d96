/**
 * The costs of slips, by their places in the typed word. All costs are sums of eighths, so that they add up exactly.
 */
export interface Slips {
  letters: readonly string[]
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
  ['aeiouy', 'ckq', 'sz', 'vw', 'gj', 'mn'].flatMap((letters, sound) => Array.from(letters, letter => [letter, sound])),
)
const NO_SOUND = -1
const OTHER_SOUND = -2
/** The same number for letters that sound alike. */
export const soundOf = (letter: string) => soundsAlike.get(letter) ?? OTHER_SOUND
const isHardlyPronounced = (letter: string) => 'aeiouyh'.includes(letter)

export function slipsIn(typed: string): Slips {
  const isShort = typed.length <= SHORT
  const letters = Array.from({ length: typed.length }, (_, i) => typed.charAt(i))
  const isDoubled = letters.map((letter, i) => letter === letters[i - 1] || letter === letters[i + 1])
  return {
    letters,
    extra: letters.map((letter, i) => {
      if (isDoubled[i]) return SMALL_SLIP
      if (isShort) return OTHER_WORD
      return isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
    }),
    wrong: letters.map((_, i) => {
      if (isDoubled[i]) return WRONG_DOUBLED
      return isShort ? OTHER_WORD : SLIP
    }),
    sounds: letters.map(letter => (isShort ? NO_SOUND : (soundsAlike.get(letter) ?? NO_SOUND))),
  }
}

/** A missing letter. */
export const missing = (letter: string, before: string | undefined) =>
  letter === before || isHardlyPronounced(letter) ? SMALL_SLIP : SLIP

const LONG = 8
/** Words of up to five letters have many others one slip away. */
export const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearManyTerms(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}
