import { inStretches } from './in-stretches.ts'
import { nearWords, splits } from './near-words.ts'
import { canBeMistyped } from './words.ts'

/** What a correction needs to know of the shop. */
export interface Vocabulary {
  /** All words, sorted. */
  list(): Promise<readonly string[]>
  /** Whether a product holds all of these. */
  isHeld(words: string[]): Promise<boolean>
  /** How many products are named by each of these, as far as it matters. */
  countNamed(words: string[]): Promise<number[]>
}

/** Other words for one or several typed ones. */
interface Reading {
  words: string[]
  cost: number
}

const MOST_READINGS = 4
const MOST_COMPARED = 10
const MOST_TRIES = 8
const MOST_CORRECTED = 3
/** Two slips in a shorter word make another word. */
const ONE_SLIP_UP_TO = 5
const OTHER_SPACES = 0.75
/** Shoppers look for things, which names are made of. */
const IN_NO_NAME = 0.5

/**
 * The words that were probably meant where no product holds the typed ones together; undefined when one does. Of many
 * words that no product holds only the most telling are corrected, and the others left out.
 */
export async function correct(typed: string[], vocabulary: Vocabulary): Promise<string[] | undefined> {
  const areKnown = await Promise.all(typed.map(word => vocabulary.isHeld([word])))
  const joined =
    areKnown.every(Boolean) && (await vocabulary.isHeld(typed)) ? undefined : await firstHeld(joins(typed), vocabulary)
  const unknown = typed.filter((_, i) => !areKnown[i])
  if (joined || unknown.length === 0 || !unknown.every(canBeMistyped)) return joined

  const corrected = new Set(mostTelling(unknown))
  const asked = typed.filter((word, i) => areKnown[i] || corrected.has(word))
  const words = await vocabulary.list()
  for (const most of [1, 2]) {
    const readings = await Promise.all(
      asked.map(word =>
        corrected.has(word) ? readingsOf(word, most, words, vocabulary) : [{ words: [word], cost: 0 }],
      ),
    )
    const held = await firstHeld(combine(readings), vocabulary)
    if (held) return held
  }
  return undefined
}

/** Long words have few others near them. */
const mostTelling = (words: string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, MOST_CORRECTED)

/** Neighbours written as one: 'sweat shirt' may be a sweatshirt. */
const joins = (typed: string[]): string[][] =>
  typed.slice(1, MOST_TRIES + 1).map((word, i) => [...typed.slice(0, i), `${typed[i]}${word}`, ...typed.slice(i + 2)])

async function readingsOf(
  word: string,
  most: number,
  words: readonly string[],
  { countNamed }: Vocabulary,
): Promise<Reading[]> {
  const parts = splits(words, word).map(words => ({ words, cost: OTHER_SPACES, products: 0 }))
  const near = await inStretches(nearWords(words, word, word.length > ONE_SLIP_UP_TO ? most : 1))
  const likely = near.filter(({ cost }) => cost < most + 1).slice(0, MOST_COMPARED)
  const [best, next] = likely
  const isClear = !best || !next || next.cost > best.cost + IN_NO_NAME
  const counts = isClear ? [] : await countNamed(likely.map(({ word }) => word))
  const readings = likely.map(({ word, cost }, i) => {
    const products = counts[i] ?? 0
    return { words: [word], cost: products > 0 ? cost : cost + IN_NO_NAME, products }
  })
  return [...parts, ...readings].sort((a, b) => a.cost - b.cost || b.products - a.products).slice(0, MOST_READINGS)
}

/** Every way to read all of the words, the cheapest first. */
function combine(readings: Reading[][]): string[][] {
  const all = readings.reduce<Reading[]>(
    (sofar, next) =>
      sofar
        .flatMap(({ words, cost }) => next.map(more => ({ words: [...words, ...more.words], cost: cost + more.cost })))
        .sort((a, b) => a.cost - b.cost)
        .slice(0, MOST_TRIES),
    [{ words: [], cost: 0 }],
  )
  return all.map(({ words }) => words)
}

async function firstHeld(all: string[][], { isHeld }: Vocabulary): Promise<string[] | undefined> {
  for (const words of all) if (await isHeld(words)) return words
  return undefined
}
