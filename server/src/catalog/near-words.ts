/** A word that was perhaps meant; the lower the cost, the likelier. */
export interface NearWord {
  word: string
  cost: number
}

/** Almost everything is a slip away from the beginning of some word when that is short. */
const SHORTEST_MISTYPED_BEGINNING = 5
const ONLY_BEGINS_SO = 0.5
/** People know how a word begins. */
const OTHER_FIRST_LETTER = 1

/** For each beginning of a word, by its length: the slips between it and each beginning of what was typed. */
type Rows = number[][]

/** So many letters are compared at a stretch: about a millisecond. */
export const MOST_AT_A_STRETCH = 10_000
/** What a word costs beside its letters. */
const EACH_WORD = 20

/**
 * The words within `most` slips of the typed one (a letter missing, added, changed, or two swapped), and those that only
 * begin so. `sorted` stand in the order of their characters: words that begin alike share the work and are given up
 * together, of which only the first is answered. Pauses after each stretch of comparisons, and says how many those were.
 */
export function* nearWords(sorted: readonly string[], typed: string, most: number): Generator<number, NearWord[]> {
  const found: NearWord[] = []
  const rows: Rows = [Array.from({ length: typed.length + 1 }, (_, letters) => letters)]
  let previous = ''
  let compared = 0
  for (let i = 0; i < sorted.length; ) {
    const word = sorted[i] ?? ''
    const known = sharedLength(previous, word)
    const depth = compare(rows, word, known, typed, most)
    const slips = slipsOf(rows, word, depth, typed)
    if (slips < most + 1) found.push({ word, cost: slips + (word[0] === typed[0] ? 0 : OTHER_FIRST_LETTER) })
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

/** Fills the rows beyond `known`, until the word's end or until it has more slips than `most`; answers how far it came. */
function compare(rows: Rows, word: string, known: number, typed: string, most: number): number {
  let depth = known
  while (depth < word.length) {
    depth++
    if (fillRow(rows, word, depth, typed) > most) break
  }
  return depth
}

/** Answers the fewest slips in the row. */
function fillRow(rows: Rows, word: string, depth: number, typed: string): number {
  const [above = [], beforeAbove = []] = [rows[depth - 1], rows[depth - 2]]
  const row = rows[depth] ?? []
  rows[depth] = row
  row[0] = depth
  let fewest = depth
  for (let j = 1; j <= typed.length; j++) {
    const isSame = word[depth - 1] === typed[j - 1]
    const isSwapped = word[depth - 1] === typed[j - 2] && word[depth - 2] === typed[j - 1]
    const changed = (above[j - 1] ?? 0) + (isSame ? 0 : 1)
    const swapped = isSwapped ? (beforeAbove[j - 2] ?? 0) + 1 : changed
    const slips = Math.min(changed, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
    row[j] = slips
    if (slips < fewest) fewest = slips
  }
  return fewest
}

function slipsOf(rows: Rows, word: string, depth: number, typed: string): number {
  const slips = depth === word.length ? slipsAt(rows, depth, typed) : Number.POSITIVE_INFINITY
  if (word.startsWith(typed)) return Math.min(slips, ONLY_BEGINS_SO)
  if (typed.length < SHORTEST_MISTYPED_BEGINNING) return slips

  let fewest = slips
  for (let length = 1; length < depth; length++)
    fewest = Math.min(fewest, slipsAt(rows, length, typed) + ONLY_BEGINS_SO)
  return fewest
}

const slipsAt = (rows: Rows, depth: number, typed: string) => rows[depth]?.[typed.length] ?? Number.POSITIVE_INFINITY

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The first word from `low` on that does not begin so. */
function firstAfter(sorted: readonly string[], beginning: string, low: number): number {
  let [from, to] = [low, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '').startsWith(beginning)) from = middle + 1
    else to = middle
  }
  return from
}

/** The places where one typed word falls apart into two that exist. */
export function splits(sorted: readonly string[], typed: string): [string, string][] {
  const parts = Array.from({ length: typed.length }, (_, at): [string, string] => [typed.slice(0, at), typed.slice(at)])
  return parts.filter(([one, other]) => one.length > 1 && other.length > 1 && has(sorted, one) && has(sorted, other))
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
