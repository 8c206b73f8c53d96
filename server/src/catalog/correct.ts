import { closestTo } from './closest.ts'
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

/**
 * The words that were probably meant where no product holds the typed ones together, else those that come closest;
 * undefined when a product does, and when nothing is near. Of many words that no product holds only the most telling are
 * corrected, and the others left out.
 */
export async function correct(typed: string[], vocabulary: Vocabulary): Promise<Meant | undefined> {
  const areKnown = await Promise.all(typed.map(word => vocabulary.isHeld([word])))
  const areAllKnown = areKnown.every(Boolean)
  if (areAllKnown && (await vocabulary.isHeld(typed))) return undefined
  const joined = await firstHeld(joins(typed), vocabulary)
  if (joined) return { words: joined, isPartial: false }

  const unknown = typed.filter((_, i) => !areKnown[i])
  const readings = await readingsOfAll(mostTelling(unknown.filter(canBeMisspelt)), vocabulary)
  if (!areAllKnown && unknown.every(canBeMisspelt)) {
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

async function readingsOfAll(words: string[], vocabulary: Vocabulary): Promise<Map<string, Reading[]>> {
  const all = await Promise.all(words.map(async word => [word, await readingsOf(word, vocabulary)] as const))
  return new Map(all)
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
