import { canBeMistyped, inNumberOf, stem } from './analyzer.ts'
import { isNearManyTerms } from './edit-distance.ts'
import { inSlices } from './in-slices.ts'
import { type NearTerm, nearWords, splits } from './spelling-index.ts'
import { ALL_TRADE_WORDS, isTradeWord } from './synonyms.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Other words for one or several typed ones. */
export interface Reading {
  words: string[]
  cost: number
}

const MOST_READINGS = 4
const MOST_COMPARED = 10
const OTHER_SPACES = 0.75
/** Shoppers search for things, which are in names. */
const IN_NO_NAME = 0.5

/** Whether an unmatched word may be misspelt. */
export const canBeMisspelt = (word: string) => canBeMistyped(word) && !isTradeWord(word)

/** The possible corrections of a word within `most` slips, the likeliest first. */
export async function readingsOf(word: string, most: number, vocabulary: Vocabulary): Promise<Reading[]> {
  const words = await vocabulary.list()
  const near = [
    ...(await inSlices(nearWords(words, word, most))),
    ...(await inSlices(nearWords(ALL_TRADE_WORDS, word, most))),
  ]
  const likely = onceEach(near.toSorted((a, b) => a.cost - b.cost)).slice(0, MOST_COMPARED)
  const counts = isClear(word, likely) ? [] : await vocabulary.countNamed(likely.map(({ word }) => word))
  const parts = splits(words, word).map(words => ({ words, cost: OTHER_SPACES, products: 0 }))
  const readings = likely.flatMap((near, i) => {
    const products = counts[i] ?? 0
    const cost = near.cost + (products > 0 ? 0 : IN_NO_NAME)
    const isLikely = cost <= most || isTradeWord(near.word) || !isNearManyTerms(word)
    return isLikely ? [{ words: [inNumberOf(near.word, word)], cost, products }] : []
  })
  return [...parts, ...readings].sort((a, b) => a.cost - b.cost || b.products - a.products).slice(0, MOST_READINGS)
}

/** Whether one is so near that names need not be queried. */
function isClear(word: string, [best, next]: NearTerm[]): boolean {
  if (!best) return true
  return (!next || next.cost > best.cost + IN_NO_NAME) && (!isNearManyTerms(word) || isTradeWord(best.word))
}

function onceEach(sorted: NearTerm[]): NearTerm[] {
  const seen = new Set<string>()
  return sorted.filter(({ word }) => !seen.has(stem(word)) && seen.add(stem(word)))
}
