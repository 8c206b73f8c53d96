import { closestTo } from './closest-term.ts'
import { mostSlips } from './edit-distance.ts'
import { canBeMisspelt, type Reading, readingsOf } from './spelling.ts'
import { firstHeld, type Vocabulary } from './vocabulary.ts'

/** What is searched for instead of the typed words. */
export interface Meant {
  words: string[]
  /** Products match only some of the typed words, or near ones. */
  isPartial: boolean
}

const MOST_TRIES = 8
const MOST_CORRECTED = 3
/** Most misspelt words are that near, and nearer words are found sooner. */
const ONE_SLIP = 1

/**
 * The probable correction where no product matches all typed words, else the closest words; undefined when a product
 * matches, and when nothing is near. Of many unmatched words only the most specific are corrected, and the others
 * dropped.
 */
export async function correct(typed: string[], vocabulary: Vocabulary): Promise<Meant | undefined> {
  const areKnown = await Promise.all(typed.map(word => vocabulary.hasMatch([word])))
  const areAllKnown = areKnown.every(Boolean)
  if (areAllKnown && (await vocabulary.hasMatch(typed))) return undefined
  const joined = await firstHeld(joins(typed), vocabulary)
  if (joined) return { words: joined, isPartial: false }

  const unknown = typed.filter((_, i) => !areKnown[i])
  const misspelt = mostTelling(unknown.filter(canBeMisspelt))
  let readings = new Map<string, Reading[]>()
  for (const most of [ONE_SLIP, Number.POSITIVE_INFINITY]) {
    readings = await readingsOfAll(misspelt, most, vocabulary, readings)
    if (areAllKnown || !unknown.every(canBeMisspelt)) continue
    const asked = typed.filter((word, i) => areKnown[i] || readings.has(word))
    const corrected = await firstHeld(combine(asked.map(word => readings.get(word) ?? asItIs(word))), vocabulary)
    if (corrected) return { words: corrected, isPartial: false }
  }

  const words = typed.map((word, i) => ({ word, isKnown: areKnown[i] ?? false, readings: readings.get(word) ?? [] }))
  const closest = await closestTo(words, vocabulary)
  return closest && { words: closest, isPartial: true }
}

/** Long words have few others near them. */
const mostTelling = (words: string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length).slice(0, MOST_CORRECTED)

/** Readings within `most` slips; for words that may not differ by more, those `before` are complete. */
async function readingsOfAll(words: string[], most: number, vocabulary: Vocabulary, before: Map<string, Reading[]>) {
  const all = words.map(async word => {
    const isReadBefore = before.has(word) && mostSlips(word) <= ONE_SLIP
    const readings = isReadBefore
      ? before.get(word)
      : await readingsOf(word, Math.min(most, mostSlips(word)), vocabulary)
    return [word, readings ?? []] as const
  })
  return new Map(await Promise.all(all))
}

const asItIs = (word: string): Reading[] => [{ words: [word], cost: 0 }]

/** Neighbours written as one: 'sweat shirt' may be a sweatshirt. */
const joins = (typed: string[]): string[][] =>
  typed.slice(1, MOST_TRIES + 1).map((word, i) => [...typed.slice(0, i), `${typed[i]}${word}`, ...typed.slice(i + 2)])

/** All combinations of readings, the cheapest first. */
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
