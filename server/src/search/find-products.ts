import { type ListQuery, MOST_FOUND, type ProductSort } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { typedTerms } from './analyzer.ts'
import { correct } from './correct-spelling.ts'
import { knownTerms } from './known-terms.ts'
import {
  countMatching,
  countSome,
  type Filters,
  hasMatch,
  inIndex,
  listHeldTerms,
  listMatchingIds,
  listWithTotal,
  type Part,
  type ProductScope,
} from './product-index.repository.ts'
import { anywhere, matchesOf, named, relevanceOf } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'

export type ProductQuery = ListQuery & Filters & { sort?: ProductSort }

/** The replacement of a keyword that no product matches in every word: its correction, or the closest words. */
export interface Instead {
  correction?: string
  partial?: string
}

export interface Found extends Instead {
  ids: string[]
  total: number
}

/** One page of ids, and the total (B80, B81, B83, B93); a keyword or a filter by options finds `most`. */
export async function findProducts(
  db: Database,
  scope: ProductScope,
  query: ProductQuery,
  most: number = MOST_FOUND,
): Promise<Found> {
  if (query.keyword === '' && !query.option) return listWithTotal(inIndex(db, scope, query, []), partOf(query))

  const count = async (words: string[]) => {
    const total = await countMatching(db, inIndex(db, scope, query, anywhere(words)), most)
    return total > 0 ? { words, total } : undefined
  }
  const { result, ...instead } = await withSpellingCorrection(db, scope, query.keyword, count)
  const { words, total } = result ?? { words: [], total: 0 }
  const isBeyond = (query.page - 1) * query.size >= total
  const ids = isBeyond ? [] : await listPage(db, scope, query, words, total)
  return { ids, total, ...instead }
}

/**
 * Searches for the words of a keyword; where no active product has all of them, regardless of filters, for the
 * corrected or closest ones. Inactive products only match typed words. `search` answers undefined when it finds
 * nothing.
 */
export async function withSpellingCorrection<Result>(
  db: Database,
  scope: ProductScope,
  keyword: string,
  search: (words: string[]) => Promise<Result | undefined>,
): Promise<Instead & { result?: Result | undefined }> {
  const words = typedTerms(keyword)
  // A keyword without words finds nothing, rather than everything.
  if (keyword && words.length === 0) return {}
  const result = await search(words)
  if (result || words.length === 0) return { result }

  const meant = await correct(words, vocabularyOf(db, scope))
  if (!meant || (meant.isPartial && scope.isHidden)) return {}
  const instead = meant.words.join(' ')
  return { result: await search(meant.words), ...(meant.isPartial ? { partial: instead } : { correction: instead }) }
}

const vocabularyOf = (db: Database, scope: ProductScope): Vocabulary => ({
  list: () => knownTerms(db),
  hasMatch: words => hasMatch(db, scope, anywhere(words)),
  countNamed: words =>
    countSome(
      db,
      words.map(word => inIndex(db, scope, {}, named(word))),
    ),
})

function listPage(
  db: Database,
  scope: ProductScope,
  query: ProductQuery,
  words: string[],
  total: number,
): Promise<string[]> {
  const byRelevance = words.length > 0 && (query.sort ?? 'relevance') === 'relevance'
  return byRelevance
    ? listByRelevance(db, scope, query, words, total)
    : listMatchingIds(db, [scope, query, anywhere(words)], partOf(query), total)
}

function partOf({ page, size, sort = 'relevance' }: ProductQuery): Part {
  return { order: sort === 'relevance' ? 'newest' : sort, limit: size, offset: (page - 1) * size }
}

/** Up to this many matches are sorted one by one, which is finer, and quicker than a query for each kind of match. */
const FEW = 100

/** The best matches first, equal ones newest first. */
async function listByRelevance(db: Database, scope: ProductScope, query: ProductQuery, words: string[], total: number) {
  const end = query.page * query.size
  if (total > FEW) return listByKind(db, scope, query, words, total)

  const match = anywhere(words)
  const rows = await listHeldTerms(db, [scope, query, match], FEW)
  const ranked = rows.map(({ id, held }) => ({ id, relevance: relevanceOf(words, new Set(held)) }))
  const best = ranked.sort((a, b) => b.relevance - a.relevance)
  return best.slice(end - query.size, end).map(({ id }) => id)
}

/** One kind of match after the other; looser ones only when the page is not full. */
async function listByKind(db: Database, scope: ProductScope, query: ProductQuery, words: string[], total: number) {
  const end = query.page * query.size
  const ids = new Set<string>()
  for (const match of matchesOf(words)) {
    // The known ones are at most as many as are missing here, so this limit suffices.
    const part = { order: 'newest', limit: Math.min(end, total) } as const
    for (const id of await listMatchingIds(db, [scope, query, match], part, total)) ids.add(id)
    if (ids.size >= part.limit) break
  }
  return [...ids].slice(end - query.size, end)
}
