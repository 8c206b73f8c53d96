import { canBeMisspelt, firstWithMatch, type Reading, readingsOf, type Vocabulary } from './spelling.ts'
import { isForPeople, isTradeTerm, nearestTerms } from './synonyms.ts'

const MOST_TRIES = 8
const MOST_CORRECTED = 3

/** What is searched for instead of the typed terms. */
interface Correction {
  terms: string[]
  /** Products match only some of the typed terms, or near ones. */
  isPartial: boolean
}

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
  const misspelt = longestOf(unknown.filter(isMisspelt))
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
const longestOf = (terms: string[]): string[] => terms.toSorted((a, b) => b.length - a.length).slice(0, MOST_CORRECTED)

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

/** A typed term, whether a product has it, and its possible corrections. */
interface TypedTerm {
  term: string
  isKnown: boolean
  readings: Reading[]
}

/** A typed term by its place in the keyword, with the terms that replace it and its substitutes. */
interface Part {
  at: number
  terms: string[]
  near: string[]
}

const MOST_PARTS = 3
const MOST_REPLACED = 6

/**
 * Terms that one product has together: substitutes for a thing that is not sold, or not with these attributes; else as
 * many of the typed terms as possible, things before their attributes.
 */
async function closestTo(asked: TypedTerm[], vocabulary: Vocabulary): Promise<string[] | undefined> {
  const found = await Promise.all(asked.map(async (term, at) => partFor(term, at, vocabulary)))
  const parts = found.filter(({ terms }) => terms.length > 0)
  if (parts.length === 0) {
    const near = await nearest(
      asked.flatMap(({ term }) => nearestOf(term, vocabulary)),
      vocabulary,
    )
    return near ? [near] : undefined
  }

  const typed = asked.map(({ term }) => term)
  const isTried = (terms: string[]) => terms.length > 1 && `${terms}` !== `${typed}`
  const { all, telling } = await mostTelling(parts, vocabulary)
  const tries = [allTerms(all), ...together(telling)].filter(isTried)
  return (await firstWithMatch(tries, vocabulary)) ?? telling[0]?.terms
}

async function partFor({ term, isKnown, readings }: TypedTerm, at: number, vocabulary: Vocabulary): Promise<Part> {
  // Terms for people do not describe the thing.
  const near = isForPeople(term)
    ? []
    : [term, ...readings.flatMap(({ terms }) => terms)].flatMap(word => nearestOf(word, vocabulary))
  if (isKnown) return { at, terms: [term], near }
  for (const { terms } of readings) if (await vocabulary.hasMatch(terms)) return { at, terms, near }
  const matched = await nearest(near, vocabulary)
  return { at, terms: matched ? [matched] : [], near }
}

const nearestOf = (word: string, { synonymsOf }: Vocabulary) => [word, ...synonymsOf(word)].flatMap(nearestTerms)

/** The first that names a product, else the first that a product has. */
async function nearest(terms: string[], vocabulary: Vocabulary): Promise<string | undefined> {
  if (terms.length === 0) return undefined
  const counts = await vocabulary.countNamed(terms)
  const named = terms.find((_, i) => (counts[i] ?? 0) > 0)
  if (named) return named
  for (const term of terms) if (await vocabulary.hasMatch([term])) return term
  return undefined
}

/**
 * The most specific first: names consist of things, and the last of several is described by the others. Beside trade
 * terms, others say little.
 */
async function mostTelling(parts: Part[], { countNamed }: Vocabulary): Promise<{ all: Part[]; telling: Part[] }> {
  const terms = parts.flatMap(({ terms }) => terms)
  const counts = await countNamed(terms)
  const things = new Set(terms.filter((_, i) => (counts[i] ?? 0) > 0))
  const isThing = ({ terms }: Part) => terms.some(term => things.has(term))
  const all = parts.toSorted((a, b) => Number(isThing(b)) - Number(isThing(a)) || b.at - a.at)
  const telling = all.filter(part => isThing(part) || part.terms.some(isTradeTerm))
  return { all: all.slice(0, MOST_PARTS), telling: (telling.length > 0 ? telling : all).slice(0, MOST_PARTS) }
}

/** The terms of all parts, of all with one near, then of two. */
function together(parts: Part[]): string[][] {
  const replaced = parts.flatMap(part =>
    part.near.map(term => parts.map(other => (other === part ? { ...part, terms: [term] } : other))),
  )
  const pairs = parts.flatMap((one, i) => parts.slice(i + 1).map(other => [one, other]))
  const all = [parts, ...replaced.slice(0, MOST_REPLACED), ...pairs].map(allTerms)
  return [...new Map(all.map(terms => [`${terms}`, terms])).values()]
}

/** In typed order, each once. */
const allTerms = (parts: Part[]): string[] => [
  ...new Set(parts.toSorted((a, b) => a.at - b.at).flatMap(({ terms }) => terms)),
]
