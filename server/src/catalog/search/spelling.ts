import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { canBeMistyped } from './analyzer.ts'
import { isNearManyTerms, mostSlips, slipsFrom } from './slips.ts'
import { inNumberOf, stem } from './stem.ts'
import { ALL_TRADE_TERMS, isTradeTerm } from './synonyms.ts'

/** The shop's data that spelling correction needs. */
export interface Vocabulary {
  /** The words that may be meant by a mistyped one, and known parts of it. */
  near(term: string): Promise<string[]>
  /** The owner's other words for one, in the singular. */
  synonymsOf(term: string): readonly string[]
  /** Whether a product has all of these. */
  hasMatch(terms: string[]): Promise<boolean>
  /** The number of products named by each of these, up to a limit. */
  countNamed(terms: string[]): Promise<number[]>
}

export async function firstWithMatch(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const terms of all) if (await hasMatch(terms)) return terms
  return undefined
}

/** One or several terms that may be meant by a typed one. */
export interface Reading {
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

/** Whether an unmatched term may be misspelt. */
export const canBeMisspelt = (term: string) => canBeMistyped(term) && !isTradeTerm(term)

/** The possible corrections of a term, the likeliest first. */
export async function readingsOf(term: string, vocabulary: Vocabulary): Promise<Reading[]> {
  const known = await vocabulary.near(term)
  const [most, costOf] = [mostSlips(term), slipsFrom(term)]
  const near = [...known, ...ALL_TRADE_TERMS]
    .filter(({ length }) => length >= term.length - MOST_SUPERFLUOUS)
    .map(other => ({ term: other, cost: costOf(other) }))
    .filter(({ cost }) => cost <= most)
  const likely = onceEach(near.sort((a, b) => a.cost - b.cost)).slice(0, MOST_COMPARED)
  const counts = likely.length === 0 ? [] : await vocabulary.countNamed(likely.map(({ term }) => term))
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

const LONG = 8
const MOST_NEAR = 100

/** The words of products that resemble a mistyped one or begin like it, and those that it may consist of. */
export async function listNearWords(db: Database, typed: string): Promise<string[]> {
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
