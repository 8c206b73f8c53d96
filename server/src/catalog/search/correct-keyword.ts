import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { canBeMistyped, stem } from './analyzer.ts'
import { countSome, hasMatch, inIndex, type ProductScope } from './product-index.ts'
import { countSlips, isNearManyTerms, LONG, mostSlips } from './spelling.ts'
import { ALL_TRADE_TERMS, isForPeople, nearestTerms, type OwnSynonyms } from './synonyms.ts'
import { anywhere, named } from './terms.ts'

const known = new Set(ALL_TRADE_TERMS.map(stem))

const MOST_TRIES = 12
const MOST_CORRECTED = 3

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
export async function correctKeyword(
  db: Database,
  scope: ProductScope,
  typed: string[],
  own: OwnSynonyms,
): Promise<Correction | undefined> {
  const vocabulary = openVocabulary(db, scope, own)
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

function combine(readings: Reading[][]): string[][] {
  const all = readings.reduce<Reading[]>(
    (sofar, next) =>
      sofar
        .flatMap(({ terms, cost }) => next.map(more => ({ terms: [...terms, ...more.terms], cost: cost + more.cost })))
        .sort((a, b) => a.cost - b.cost)
        .slice(0, MOST_TRIES),
    [{ terms: [], cost: 0 }],
  )
  return all.map(({ terms }) => [...new Set(terms)])
}

/** A typed term, whether a product has it, and its possible corrections. */
interface TypedTerm {
  term: string
  isKnown: boolean
  readings: Reading[]
}

const MOST_PARTS = 3
const MOST_REPLACED = 3
/** What it costs to leave a word out: names consist of things, and beside trade terms other words say little. */
const [THING, TRADE_TERM, OTHER] = [1.9, 1.6, 0.3]

/** The terms that replace a typed one, its substitutes, and the cost of leaving it out. */
interface Part {
  terms: string[]
  near: string[]
  weight: number
}

/**
 * Terms that one product has together: substitutes for a thing that is not sold, or not with these attributes; else as
 * many of the typed terms as possible, things before their attributes.
 */
async function closestTo(asked: TypedTerm[], vocabulary: Vocabulary): Promise<string[] | undefined> {
  const found = await Promise.all(asked.map((term, at) => partFor(term, at, vocabulary)))
  const parts = found.filter(({ terms }) => terms.length > 0)
  const telling = parts.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_PARTS)
  if (!telling[0]) {
    const near = asked.flatMap(({ term }) => nearestOf(term, vocabulary))
    return nearest(near, vocabulary)
  }
  const typed = asked.map(({ term }) => term)
  const tries = combine(parts.filter(part => telling.includes(part)).map(choicesFor))
  const several = tries.filter(terms => terms.length > 1 && `${terms}` !== `${typed}`)
  return (await firstWithMatch(several, vocabulary)) ?? telling[0].terms
}

const choicesFor = ({ terms, near, weight }: Part): Reading[] => [
  { terms, cost: 0 },
  ...near.slice(0, MOST_REPLACED).map((term, i) => ({ terms: [term], cost: 1 - weight / 10 + i / 100 })),
  { terms: [], cost: weight },
]

/** The last of several things is described by the others. */
async function partFor({ term, isKnown, readings }: TypedTerm, at: number, vocabulary: Vocabulary): Promise<Part> {
  const words = [term, ...readings.flatMap(({ terms }) => terms)]
  // Terms for people do not describe the thing.
  const near = isForPeople(term) ? [] : words.flatMap(word => nearestOf(word, vocabulary))
  const read = isKnown
    ? [term]
    : await firstWithMatch(
        readings.map(({ terms }) => terms),
        vocabulary,
      )
  const terms = read ?? (await nearest(near, vocabulary)) ?? []
  const isThing = (await vocabulary.countNamed(terms)).some(count => count > 0)
  const weight = isThing ? THING : terms.some(isTradeTerm) ? TRADE_TERM : OTHER
  return { terms, near, weight: weight + at / 100 }
}

const nearestOf = (word: string, { synonymsOf }: Vocabulary) => [word, ...synonymsOf(word)].flatMap(nearestTerms)

/** The first that names a product, else the first that a product has. */
async function nearest(terms: string[], vocabulary: Vocabulary): Promise<string[] | undefined> {
  const counts = await vocabulary.countNamed(terms)
  const named = terms.find((_, i) => (counts[i] ?? 0) > 0)
  return named === undefined
    ? firstWithMatch(
        terms.map(term => [term]),
        vocabulary,
      )
    : [named]
}

/** The words of products, and the owner's, which may be mistyped, too. */
const openVocabulary = (db: Database, scope: ProductScope, own: OwnSynonyms) => ({
  /** The words that may be meant by a mistyped one, and known parts of it. */
  near: async (term: string) => [...new Set([...(await listNearWords(db, term)), ...own.keys()])],
  synonymsOf: (term: string) => own.get(stem(term)) ?? [],
  hasMatch: (terms: string[]) => hasMatch(db, scope, anywhere(terms, own)),
  /** The number of products named by each of these, up to a limit. */
  countNamed: (terms: string[]) =>
    Promise.all(terms.map(term => countSome(db, inIndex(db, scope, {}, named(term, own))))),
})
type Vocabulary = ReturnType<typeof openVocabulary>

async function firstWithMatch(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const terms of all) if (await hasMatch(terms)) return terms
  return undefined
}

interface Reading {
  terms: string[]
  cost: number
}

const MOST_READINGS = 4
const MOST_COMPARED = 10
/** Each letter too many costs half a slip at least, of which there may be two. */
const MOST_SUPERFLUOUS = 4
const OTHER_SPACES = 0.75
/** The additional cost of a term that no product's name has: shoppers search for things, which are in names. */
const IN_NO_NAME = 0.5

const canBeMisspelt = (term: string) => canBeMistyped(term) && !isTradeTerm(term)

async function readingsOf(term: string, vocabulary: Vocabulary): Promise<Reading[]> {
  const known = await vocabulary.near(term)
  const most = mostSlips(term)
  const near = [...known, ...ALL_TRADE_TERMS]
    .filter(({ length }) => length >= term.length - MOST_SUPERFLUOUS)
    .map(other => ({ term: other, cost: countSlips(term, other) }))
    .filter(({ cost }) => cost <= most)
  const likely = onceEach(near.sort((a, b) => a.cost - b.cost)).slice(0, MOST_COMPARED)
  const counts = await vocabulary.countNamed(likely.map(({ term }) => term))
  const parts = splits(term, known).map(terms => ({ terms, cost: OTHER_SPACES, products: 0 }))
  const readings = likely.flatMap((near, i) => {
    const products = counts[i] ?? 0
    const cost = near.cost + (products > 0 ? 0 : IN_NO_NAME)
    const isLikely = cost <= most || isTradeTerm(near.term) || !isNearManyTerms(term)
    return isLikely ? [{ terms: [inNumberOf(near.term, term)], cost, products }] : []
  })
  return [...parts, ...readings].sort((a, b) => a.cost - b.cost || b.products - a.products).slice(0, MOST_READINGS)
}

function onceEach<Near extends { term: string }>(sorted: Near[]): Near[] {
  const seen = new Set<string>()
  return sorted.filter(({ term }) => !seen.has(stem(term)) && seen.add(stem(term)))
}

const SHORTEST_PART = 3

const partsOf = (term: string) =>
  Array.from({ length: Math.max(0, term.length + 1 - 2 * SHORTEST_PART) }, (_, i) => [
    term.slice(0, i + SHORTEST_PART),
    term.slice(i + SHORTEST_PART),
  ])

/** The pairs of known words that a term may be, written as one. */
const splits = (term: string, known: string[]) =>
  partsOf(term).filter(parts => parts.every(part => known.includes(part)))

const MOST_NEAR = 100

/** The words of products that resemble a mistyped one or begin like it, and those that it may consist of. */
async function listNearWords(db: Database, typed: string): Promise<string[]> {
  const edits = sql.lit(typed.length < LONG ? 2 : 3)
  const beginning = sql`left(word, ${typed.length}::int)`
  const { rows } = await sql<{ word: string }>`
    (
      select word from (
        select word from search_terms where word % ${typed}
        union
        select word from search_terms where left(word, 1) in (${typed.slice(0, 1)}, ${typed.slice(1, 2)})
          and levenshtein_less_equal(${beginning}, ${typed}, ${edits}) <= ${edits}
      ) as near order by levenshtein(word, ${typed}), word limit ${sql.lit(MOST_NEAR)}
    )
    union all select word from search_terms where word = any(${partsOf(typed).flat()}::text[])`.execute(db)
  return rows.map(({ word }) => word)
}

/** A word in the typed one's number: boot for 'botts' is boots. */
function inNumberOf(word: string, typed: string): string {
  if (stem(typed) === typed || word.endsWith('s')) return word
  const many = /(x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  return stem(many) === stem(word) ? many : word
}

/** Never a misspelling, whether or not a product has it. */
const isTradeTerm = (word: string) => known.has(stem(word))
