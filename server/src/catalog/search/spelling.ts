import { stem } from './analyzer.ts'

/** Words of so many letters may have another slip. */
export const LONG = 8
/** A short word with another letter is another word. */
const SHORT = 4
const OTHER_WORD = 1.5
/** The first letter of a word is rarely wrong. */
const OTHER_FIRST_LETTER = 1
/** A singular typed for a plural, or the reverse. */
const OTHER_NUMBER = 0.125
const ONLY_BEGINS_SO = 0.5
const ONLY_BEGINS_ABOUT_SO = 0.75
/** Almost every typed word is one slip away from some short beginning. */
const SHORTEST_MISTYPED_BEGINNING = 5

/** Words of up to five letters have many others one slip away. */
export const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return 0.75
  if (isNearManyTerms(typed)) return 1
  return typed.length < LONG ? 1.25 : 2
}

/** The cost of the slips between a typed word and a meant one, or its beginning. */
export function countSlips(typed: string, meant: string): number {
  const number = typed.endsWith('s') === meant.endsWith('s') ? 0 : OTHER_NUMBER
  const whole = slipsBetween(stem(typed), stem(meant)) + number
  const asWord = typed.length <= SHORT && meant.length <= typed.length ? OTHER_WORD * whole : whole
  if (meant.startsWith(typed)) return Math.min(asWord, ONLY_BEGINS_SO)
  const isLong = typed.length >= SHORTEST_MISTYPED_BEGINNING && meant.length > typed.length
  const asBeginning = isLong ? slipsBetween(typed, closestBeginning(typed, meant)) + ONLY_BEGINS_ABOUT_SO : asWord
  return Math.min(asWord, asBeginning) + (beginsOtherwise(typed, meant) ? OTHER_FIRST_LETTER : 0)
}

const beginsOtherwise = (typed: string, meant: string) =>
  typed[0] !== meant[0] && !(typed[0] === meant[1] && typed[1] === meant[0])

/** A slip that is not heard is half a one. */
const slipsBetween = (typed: string, meant: string) =>
  ((editsTo(typed, meant).at(-1) ?? 0) + (editsTo(soundOf(typed), soundOf(meant)).at(-1) ?? 0)) / 2

function closestBeginning(typed: string, meant: string): string {
  const edits = editsTo(typed, meant)
  return meant.slice(0, edits.lastIndexOf(Math.min(...edits)))
}

/** Doubled letters are heard as one, vowels within a word hardly. */
const soundOf = (word: string) =>
  word
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/w/g, 'v')
    .replace(/g/g, 'j')
    .replace(/n/g, 'm')
    .replace(/[aeiouy]/g, 'a')
    .replace(/(.)\1+/gu, '$1')
    .replace(/\B[ah]/g, '')

/** By the lengths of beginnings of the meant word: its letters that are missing, superfluous, wrong or swapped. */
function editsTo(typed: string, meant: string): number[] {
  let [before, above] = [[], Array.from({ length: typed.length + 1 }, (_, i) => i)] as [number[], number[]]
  const edits = [typed.length]
  for (let i = 0; i < meant.length; i++) {
    const row = [i + 1]
    for (let j = 0; j < typed.length; j++) {
      const isSwapped = i > 0 && j > 0 && typed[j] === meant[i - 1] && typed[j - 1] === meant[i]
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const wrong = (above[j] ?? 0) + (typed[j] === meant[i] ? 0 : 1)
      row.push(Math.min((above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, wrong, swapped))
    }
    edits.push(row.at(-1) ?? 0)
    before = above
    above = row
  }
  return edits
}
