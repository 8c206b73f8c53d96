import { closestTo } from './closest-term.ts'
import { canBeMisspelt, firstWithMatch, type Reading, readingsOf, type Vocabulary } from './spelling.ts'

/** What is searched for instead of the typed terms. */
export interface Correction {
  terms: string[]
  /** Products match only some of the typed terms, or near ones. */
  isPartial: boolean
}

const MOST_TRIES = 8
const MOST_CORRECTED = 3

/**
 * The probable correction where no product matches all typed terms, else the closest terms; undefined when a product
 * matches, and when nothing is near. Of many unmatched terms only the most specific are corrected, and the others
 * dropped.
 */
export async function correct(typed: string[], vocabulary: Vocabulary): Promise<Correction | undefined> {
  const areKnown = await Promise.all(typed.map(term => vocabulary.hasMatch([term])))
  const areAllKnown = areKnown.every(Boolean)
  if (areAllKnown && (await vocabulary.hasMatch(typed))) return undefined
  const joined = await firstWithMatch(joins(typed), vocabulary)
  if (joined) return { terms: joined, isPartial: false }

  const unknown = typed.filter((_, i) => !areKnown[i])
  const isMisspelt = (term: string) => canBeMisspelt(term) && vocabulary.synonymsOf(term).length === 0
  const misspelt = mostTelling(unknown.filter(isMisspelt))
  const readings = new Map(
    await Promise.all(misspelt.map(async term => [term, await readingsOf(term, vocabulary)] as const)),
  )
  if (!areAllKnown && unknown.every(isMisspelt)) {
    const asked = typed.filter((term, i) => areKnown[i] || readings.has(term))
    const corrected = await firstWithMatch(combine(asked.map(term => readings.get(term) ?? asItIs(term))), vocabulary)
    if (corrected) return { terms: corrected, isPartial: false }
  }

  const terms = typed.map((term, i) => ({ term, isKnown: areKnown[i] ?? false, readings: readings.get(term) ?? [] }))
  const closest = await closestTo(terms, vocabulary)
  return closest && { terms: closest, isPartial: true }
}

/** Long terms have few others near them. */
const mostTelling = (terms: string[]): string[] =>
  terms.toSorted((a, b) => b.length - a.length).slice(0, MOST_CORRECTED)

const asItIs = (term: string): Reading[] => [{ terms: [term], cost: 0 }]

/** Neighbours written as one: 'sweat shirt' may be a sweatshirt. */
const joins = (typed: string[]): string[][] =>
  typed.slice(1, MOST_TRIES + 1).map((term, i) => [...typed.slice(0, i), `${typed[i]}${term}`, ...typed.slice(i + 2)])

/** All combinations of readings, the cheapest first. */
function combine(readings: Reading[][]): string[][] {
  const all = readings.reduce<Reading[]>(
    (sofar, next) =>
      sofar
        .flatMap(({ terms, cost }) => next.map(more => ({ terms: [...terms, ...more.terms], cost: cost + more.cost })))
        .sort((a, b) => a.cost - b.cost)
        .slice(0, MOST_TRIES),
    [{ terms: [], cost: 0 }],
  )
  return all.map(({ terms }) => terms)
}
