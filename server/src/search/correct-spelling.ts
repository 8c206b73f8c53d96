import { closestTo } from './closest-term.ts'
import { mostSlips } from './edit-distance.ts'
import { canBeMisspelt, type Reading, readingsOf } from './spelling.ts'
import { firstHeld, type Vocabulary } from './vocabulary.ts'

/** What is searched for instead of what was typed. */
export interface Meant {
  words: string[]
  /** Products hold less than what was typed, or something else that is near. */
  isPartial: boolean
}

const MOST_TRIES = 8
const MOST_CORRECTED = 3
/** Most misspelt words are that near, and words that are nearer are found sooner. */
const ONE_SLIP = 1

/**
 * The words that were probably meant where no product holds the typed ones together, else those that come closest;
 * undefined when a product does, and when nothing is near. Of many words that no product holds only the most telling are
 * corrected, and the others left out.
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

/** Readings within `most` slips; those `before` are all there are of words that may not differ by more. */
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
