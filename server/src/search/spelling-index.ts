import { missing, type Slips, SMALL_SLIP, SWAPPED, slipsIn, soundOf } from './edit-distance.ts'

/** A possible correction; the lower the cost, the likelier. */
export interface NearTerm {
  term: string
  cost: number
}

/** Almost every typed term is one slip away from some short prefix; shorter prefixes are not compared. */
const SHORTEST_MISTYPED_BEGINNING = 5
const ONLY_BEGINS_SO = 0.5
const ONLY_BEGINS_ABOUT_SO = 0.75
/** The first letter of a term is rarely wrong. */
const OTHER_FIRST_LETTER = 1
/** The cost of a singular typed for a plural, or the reverse. */
const OTHER_NUMBER = 0.125
const SHORTEST_PLURAL = 4
/** Swapped letters are found two letters later, when one of them already counts as missing. */
const BEFORE_SWAP = 1 - SWAPPED

/** For each prefix of a term, by length: the cost of the slips between it and each prefix of the typed term. */
type Rows = number[][]

/** Letters compared per slice: about a millisecond. */
export const MOST_PER_SLICE = 10_000
/** The cost of a term in addition to its letters. */
const EACH_TERM = 20

/**
 * The terms within `most`: as they are, in another number, or as the prefix of a longer one. `sorted` is in character
 * order: terms with a common prefix share the work and are given up together, and only the first is answered. Pauses
 * after each slice of comparisons, and yields their number.
 */
export function* nearTerms(sorted: readonly string[], typed: string, most: number): Generator<number, NearTerm[]> {
  const found: NearTerm[] = []
  const slips = slipsIn(typed)
  const rows: Rows = [sums(slips.extra)]
  let previous = ''
  let compared = 0
  for (let i = 0; i < sorted.length; ) {
    const term = sorted[i] ?? ''
    const known = sharedLength(previous, term)
    const depth = compare(rows, term, known, slips, most)
    const cost = costOf(rows, term, depth, typed) + (isOtherBeginning(term, typed) ? OTHER_FIRST_LETTER : 0)
    if (cost <= most) found.push({ term, cost })
    previous = term
    i = depth < term.length ? firstAfter(sorted, term.slice(0, depth), i + 1) : i + 1

    compared += EACH_TERM + (depth - Math.min(known, depth)) * typed.length
    if (compared >= MOST_PER_SLICE) {
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

const isOtherBeginning = (term: string, typed: string) =>
  term[0] !== typed[0] && !(term[0] === typed[1] && term[1] === typed[0])

/** Fills the rows after `known`, until the term's end or until it costs more than `most`; answers the depth reached. */
function compare(rows: Rows, term: string, known: number, slips: Slips, most: number): number {
  let depth = known
  while (depth < term.length) {
    depth++
    if (fillRow(rows, term, depth, slips) > most + BEFORE_SWAP) break
  }
  return depth
}

/** Answers the lowest cost in the row. */
function fillRow(rows: Rows, term: string, depth: number, { letters, extra, wrong, sounds }: Slips): number {
  const [above = [], beforeAbove = []] = [rows[depth - 1], rows[depth - 2]]
  const row = rows[depth] ?? []
  rows[depth] = row
  const [letter = '', before] = [term[depth - 1], term[depth - 2]]
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

function costOf(rows: Rows, term: string, depth: number, typed: string): number {
  const whole = depth === term.length ? wholeCost(rows, term, typed) : Number.POSITIVE_INFINITY
  if (term.startsWith(typed)) return Math.min(whole, ONLY_BEGINS_SO)
  if (typed.length < SHORTEST_MISTYPED_BEGINNING) return whole

  let lowest = whole
  for (let length = 1; length < depth; length++)
    lowest = Math.min(lowest, costAt(rows, length, typed.length) + ONLY_BEGINS_ABOUT_SO)
  return lowest
}

/** The cost of the whole term; the other number costs OTHER_NUMBER. */
function wholeCost(rows: Rows, term: string, typed: string): number {
  return Math.min(
    costAt(rows, term.length, typed.length),
    ...pluralEndings(typed).map(ending => costAt(rows, term.length, typed.length - ending) + OTHER_NUMBER),
    ...pluralEndings(term).map(ending => costAt(rows, term.length - ending, typed.length) + OTHER_NUMBER),
  )
}

/** The lengths of plural endings: 's' and 'es'. */
function pluralEndings(term: string): number[] {
  if (term.length < SHORTEST_PLURAL || !term.endsWith('s')) return []
  return term.endsWith('es') ? [1, 2] : [1]
}

const costAt = (rows: Rows, depth: number, length: number) => rows[depth]?.[length] ?? Number.POSITIVE_INFINITY

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The first term from `low` on without this prefix. */
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

/** The pairs of known terms into which a typed term can be split. */
export function splits(sorted: readonly string[], typed: string): [string, string][] {
  const parts = Array.from({ length: typed.length }, (_, at): [string, string] => [typed.slice(0, at), typed.slice(at)])
  return parts.filter(
    ([one, other]) =>
      one.length >= SHORTEST_PART && other.length >= SHORTEST_PART && has(sorted, one) && has(sorted, other),
  )
}

export const has = (sorted: readonly string[], term: string) => sorted[placeOf(sorted, term)] === term

/** The index of a term, or the index where it would be inserted. */
function placeOf(sorted: readonly string[], term: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < term) from = middle + 1
    else to = middle
  }
  return from
}

/** `sorted` with `terms` inserted; both lists are in character order. */
export function withTerms(sorted: readonly string[], terms: readonly string[]): string[] {
  const places = terms.map(term => placeOf(sorted, term))
  const parts = terms.flatMap((term, i) => [sorted.slice(places[i - 1] ?? 0, places[i]), [term]])
  // `flat` would copy element by element.
  return ([] as string[]).concat(...parts, sorted.slice(places.at(-1) ?? 0))
}
