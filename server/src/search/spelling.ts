import { isNearManyTerms } from './edit-distance.ts'
import { inSlices } from './in-slices.ts'
import { type NearTerm, nearTerms, splits } from './spelling-index.ts'
import type { Vocabulary } from './vocabulary.ts'
import { canBeMistyped } from './words/analyzer.ts'
import { inNumberOf, stem } from './words/stem.ts'
import { ALL_TRADE_TERMS, isTradeTerm } from './words/synonyms.ts'

/** One or several terms that may be meant by a typed one. */
export interface Reading {
  terms: string[]
  cost: number
}

const MOST_READINGS = 4
const MOST_COMPARED = 10
const OTHER_SPACES = 0.75
/** The additional cost of a term that no product's name has: shoppers search for things, which are in names. */
const IN_NO_NAME = 0.5

/** Whether an unmatched term may be misspelt. */
export const canBeMisspelt = (term: string) => canBeMistyped(term) && !isTradeTerm(term)

/** The possible corrections of a term within `most` slips, the likeliest first. */
export async function readingsOf(term: string, most: number, vocabulary: Vocabulary): Promise<Reading[]> {
  const terms = await vocabulary.list()
  const near = [
    ...(await inSlices(nearTerms(terms, term, most))),
    ...(await inSlices(nearTerms(ALL_TRADE_TERMS, term, most))),
  ]
  const likely = onceEach(near.toSorted((a, b) => a.cost - b.cost)).slice(0, MOST_COMPARED)
  const counts = isClear(term, likely) ? [] : await vocabulary.countNamed(likely.map(({ term }) => term))
  const parts = splits(terms, term).map(terms => ({ terms, cost: OTHER_SPACES, products: 0 }))
  const readings = likely.flatMap((near, i) => {
    const products = counts[i] ?? 0
    const cost = near.cost + (products > 0 ? 0 : IN_NO_NAME)
    const isLikely = cost <= most || isTradeTerm(near.term) || !isNearManyTerms(term)
    return isLikely ? [{ terms: [inNumberOf(near.term, term)], cost, products }] : []
  })
  return [...parts, ...readings].sort((a, b) => a.cost - b.cost || b.products - a.products).slice(0, MOST_READINGS)
}

/** Whether the best term is so much nearer than the next that counting product names is not needed. */
function isClear(term: string, [best, next]: NearTerm[]): boolean {
  if (!best) return true
  return (!next || next.cost > best.cost + IN_NO_NAME) && (!isNearManyTerms(term) || isTradeTerm(best.term))
}

function onceEach(sorted: NearTerm[]): NearTerm[] {
  const seen = new Set<string>()
  return sorted.filter(({ term }) => !seen.has(stem(term)) && seen.add(stem(term)))
}
