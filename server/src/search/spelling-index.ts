import { missing, type Slips, SMALL_SLIP, SWAPPED, slipsIn, soundOf } from './edit-distance.ts'

/** A possible correction; the lower the cost, the likelier. */
export interface NearTerm {
  word: string
  cost: number
}

/** A short prefix of some word is a slip away from almost everything. */
const SHORTEST_MISTYPED_BEGINNING = 5
const ONLY_BEGINS_SO = 0.5
const ONLY_BEGINS_ABOUT_SO = 0.75
/** The first letter of a word is rarely wrong. */
const OTHER_FIRST_LETTER = 1
/** One may be typed for many. */
const OTHER_NUMBER = 0.125
const SHORTEST_PLURAL = 4
/** Swapped letters are found two letters later, when one of them already counts as missing. */
const BEFORE_SWAP = 1 - SWAPPED

/** For each prefix of a word, by length: the cost of the slips between it and each prefix of the typed word. */
type Rows = number[][]

/** Letters compared per slice: about a millisecond. */
export const MOST_AT_A_STRETCH = 10_000
/** A word's cost beside its letters. */
const EACH_WORD = 20

/**
 * The words within `most`: as they are, in another number, or as the prefix of a longer one. `sorted` is in character
 * order: words with a common prefix share the work and are given up together, and only the first is answered. Pauses
 * after each slice of comparisons, and yields their number.
 */
export function* nearWords(sorted: readonly string[], typed: string, most: number): Generator<number, NearTerm[]> {
  const found: NearTerm[] = []
  const slips = slipsIn(typed)
  const rows: Rows = [sums(slips.extra)]
  let previous = ''
  let compared = 0
  for (let i = 0; i < sorted.length; ) {
    const word = sorted[i] ?? ''
    const known = sharedLength(previous, word)
    const depth = compare(rows, word, known, slips, most)
    const cost = costOf(rows, word, depth, typed) + (isOtherBeginning(word, typed) ? OTHER_FIRST_LETTER : 0)
    if (cost <= most) found.push({ word, cost })
    previous = word
    i = depth < word.length ? firstAfter(sorted, word.slice(0, depth), i + 1) : i + 1

    compared += EACH_WORD + (depth - Math.min(known, depth)) * typed.length
    if (compared >= MOST_AT_A_STRETCH) {
      yield compared
      compared = 0
    }
  }
  return found.sort((a, b) => a.cost - b.cost)
}

function sums(costs: readonly number[]): number[] {
  const sums = [0]
  for (const [i, cost] of costs.entries()) sums.push((sums[i] ?? 0) + cost)
  return sums
}

const isOtherBeginning = (word: string, typed: string) =>
  word[0] !== typed[0] && !(word[0] === typed[1] && word[1] === typed[0])

/** Fills the rows after `known`, until the word's end or until it costs more than `most`; answers the depth reached. */
function compare(rows: Rows, word: string, known: number, slips: Slips, most: number): number {
  let depth = known
  while (depth < word.length) {
    depth++
    if (fillRow(rows, word, depth, slips) > most + BEFORE_SWAP) break
  }
  return depth
}

/** Answers the lowest cost in the row. */
function fillRow(rows: Rows, word: string, depth: number, { letters, extra, wrong, sounds }: Slips): number {
  const [above = [], beforeAbove = []] = [rows[depth - 1], rows[depth - 2]]
  const row = rows[depth] ?? []
  rows[depth] = row
  const [letter = '', before] = [word[depth - 1], word[depth - 2]]
  const [missed, sound] = [missing(letter, before), soundOf(letter)]
  let lowest = (above[0] ?? 0) + missed
  row[0] = lowest
  for (let j = 1; j <= letters.length; j++) {
    const typed = letters[j - 1]
    const read = sounds[j - 1] === sound ? SMALL_SLIP : (wrong[j - 1] ?? 0)
    let cost = (above[j - 1] ?? 0) + (typed === letter ? 0 : read)
    cost = Math.min(cost, (above[j] ?? 0) + missed, (row[j - 1] ?? 0) + (extra[j - 1] ?? 0))
    if (typed === before && letters[j - 2] === letter) cost = Math.min(cost, (beforeAbove[j - 2] ?? 0) + SWAPPED)
    row[j] = cost
    if (cost < lowest) lowest = cost
  }
  return lowest
}

function costOf(rows: Rows, word: string, depth: number, typed: string): number {
  const whole = depth === word.length ? wholeCost(rows, word, typed) : Number.POSITIVE_INFINITY
  if (word.startsWith(typed)) return Math.min(whole, ONLY_BEGINS_SO)
  if (typed.length < SHORTEST_MISTYPED_BEGINNING) return whole

  let lowest = whole
  for (let length = 1; length < depth; length++)
    lowest = Math.min(lowest, costAt(rows, length, typed.length) + ONLY_BEGINS_ABOUT_SO)
  return lowest
}

/** Singular and plural are one word, in which a slip is a slip. */
function wholeCost(rows: Rows, word: string, typed: string): number {
  return Math.min(
    costAt(rows, word.length, typed.length),
    ...pluralEndings(typed).map(ending => costAt(rows, word.length, typed.length - ending) + OTHER_NUMBER),
    ...pluralEndings(word).map(ending => costAt(rows, word.length - ending, typed.length) + OTHER_NUMBER),
  )
}

/** The lengths of plural endings: 's' and 'es'. */
function pluralEndings(word: string): number[] {
  if (word.length < SHORTEST_PLURAL || !word.endsWith('s')) return []
  return word.endsWith('es') ? [1, 2] : [1]
}

const costAt = (rows: Rows, depth: number, length: number) => rows[depth]?.[length] ?? Number.POSITIVE_INFINITY

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The first word from `low` on without this prefix. */
function firstAfter(sorted: readonly string[], beginning: string, low: number): number {
  let [from, to] = [low, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '').startsWith(beginning)) from = middle + 1
    else to = middle
  }
  return from
}

const SHORTEST_PART = 3

/** The places where one typed word splits into two that exist. */
export function splits(sorted: readonly string[], typed: string): [string, string][] {
  const parts = Array.from({ length: typed.length }, (_, at): [string, string] => [typed.slice(0, at), typed.slice(at)])
  return parts.filter(
    ([one, other]) =>
      one.length >= SHORTEST_PART && other.length >= SHORTEST_PART && has(sorted, one) && has(sorted, other),
  )
}

export function has(sorted: readonly string[], word: string): boolean {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return sorted[from] === word
}
