/** What it costs to read other letters into what was typed. All costs are sums of eighths, so that they add up exactly. */
export interface Slips {
  typed: string
  /** A letter that was typed and should not have been, by its place. */
  readonly extra: readonly number[]
  /** A letter that was typed for a quite different one, by its place. */
  readonly wrong: readonly number[]
}

const SLIP = 1
/** Sounds and doubled letters are what people are unsure of. */
const SMALL_SLIP = 0.5
export const SWAPPED = 0.75
const WRONG_DOUBLED = 0.75
/** A short word with another letter is another word. */
const SHORT = 4
const OTHER_WORD = 1.5

const soundsAlike = new Map(
  ['aeiouy', 'ckq', 'sz', 'vw', 'gj', 'mn'].flatMap((letters, sound) => Array.from(letters, letter => [letter, sound])),
)
const isHardlyHeard = (letter: string) => 'aeiouyh'.includes(letter)

export function slipsIn(typed: string): Slips {
  const isShort = typed.length <= SHORT
  const letters = typed.split('')
  const isDoubled = letters.map((letter, i) => letter === letters[i - 1] || letter === letters[i + 1])
  return {
    typed,
    extra: letters.map((letter, i) => {
      if (isDoubled[i]) return SMALL_SLIP
      if (isShort) return OTHER_WORD
      return isHardlyHeard(letter) ? SMALL_SLIP : SLIP
    }),
    wrong: letters.map((_, i) => {
      if (isDoubled[i]) return WRONG_DOUBLED
      return isShort ? OTHER_WORD : SLIP
    }),
  }
}

/** A letter of the word that was not typed. */
export const missing = (letter: string, before: string | undefined) =>
  letter === before || isHardlyHeard(letter) ? SMALL_SLIP : SLIP

/** A letter of the word for which the one at this place was typed. */
export function changed({ typed, wrong }: Slips, at: number, letter: string): number {
  if (typed[at] === letter) return 0
  const cost = wrong[at] ?? SLIP
  if (cost > SLIP) return cost
  const sound = soundsAlike.get(letter)
  return sound !== undefined && sound === soundsAlike.get(typed[at] ?? '') ? SMALL_SLIP : cost
}

const LONG = 8
/** A slip away from a word of up to five letters are many others. */
export const isNearMany = (typed: string) => typed.length < 6

/** So much may differ between what was typed and what was meant, by the length of what was typed. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearMany(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}
