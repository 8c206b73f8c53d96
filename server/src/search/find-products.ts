import { type ListQuery, MOST_FOUND, type ProductSort } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { typedWords } from './analyzer.ts'
import { correct } from './correct-spelling.ts'
import { knownWords } from './known-terms.ts'
import {
  countMatching,
  countSome,
  type Filters,
  isHeld,
  listHeldTerms,
  listMatchingIds,
  listWithTotal,
  onShelf,
  type Part,
  type Shelf,
} from './product-index.repository.ts'
import { anywhere, matchesOf, named, relevanceOf } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'

export type ProductQuery = ListQuery & Filters & { sort?: ProductSort }

/** What was searched for instead of a keyword of which no product holds every word: what was meant, or what comes closest. */
export interface Instead {
  correction?: string
  partial?: string
}

export interface Found extends Instead {
  ids: string[]
  total: number
}

/** One page of the ids of what was asked for, and how many there are (B80, B81, B83, B93); a keyword finds `most`. */
export async function findProducts(
  db: Database,
  shelf: Shelf,
  query: ProductQuery,
  most: number = MOST_FOUND,
): Promise<Found> {
  if (query.keyword === '') return listWithTotal(onShelf(db, shelf, query, []), partOf(query))

  const count = async (words: string[]) => {
    const total = await countMatching(db, onShelf(db, shelf, query, anywhere(words)), most)
    return total > 0 ? { words, total } : undefined
  }
  const { result, ...instead } = await asMeant(db, shelf, query.keyword, count)
  const { words, total } = result ?? { words: [], total: 0 }
  const isBeyond = (query.page - 1) * query.size >= total
  const ids = isBeyond ? [] : await listPage(db, shelf, query, words, total)
  return { ids, total, ...instead }
}

/**
 * Searches for the words of a keyword; where nothing on the shelf holds all of them, whatever it is filtered by, for those
 * that were meant or come closest. Staff's hidden products are never shown for words that they do not hold. `search`
 * answers undefined when it finds nothing.
 */
export async function asMeant<Result>(
  db: Database,
  shelf: Shelf,
  keyword: string,
  search: (words: string[]) => Promise<Result | undefined>,
): Promise<Instead & { result?: Result | undefined }> {
  const words = typedWords(keyword)
  // A keyword without a single word in it finds nothing, rather than everything.
  if (keyword && words.length === 0) return {}
  const result = await search(words)
  if (result || words.length === 0) return { result }

  const meant = await correct(words, vocabularyOf(db, shelf))
  if (!meant || (meant.isPartial && shelf.isHidden)) return {}
  const instead = meant.words.join(' ')
  return { result: await search(meant.words), ...(meant.isPartial ? { partial: instead } : { correction: instead }) }
}

const vocabularyOf = (db: Database, shelf: Shelf): Vocabulary => ({
  list: () => knownWords(db),
  isHeld: words => isHeld(db, shelf, anywhere(words)),
  countNamed: words =>
    countSome(
      db,
      words.map(word => onShelf(db, shelf, {}, named(word))),
    ),
})

function listPage(db: Database, shelf: Shelf, query: ProductQuery, words: string[], total: number): Promise<string[]> {
  const byRelevance = (query.sort ?? 'relevance') === 'relevance'
  return byRelevance
    ? listByRelevance(db, shelf, query, words, total)
    : listMatchingIds(db, [shelf, query, anywhere(words)], partOf(query), total)
}

function partOf({ page, size, sort = 'relevance' }: ProductQuery): Part {
  return { order: sort === 'relevance' ? 'newest' : sort, limit: size, offset: (page - 1) * size }
}

/** Up to so many matches are put in order one by one, which is finer, and quicker than to ask for each kind of match. */
const FEW = 100

/** The best matches first, those as good as each other newest first. */
async function listByRelevance(db: Database, shelf: Shelf, query: ProductQuery, words: string[], total: number) {
  const end = query.page * query.size
  if (total > FEW) return listByKind(db, shelf, query, words, total)

  const match = anywhere(words)
  const rows = await listHeldTerms(db, [shelf, query, match], FEW)
  const ranked = rows.map(({ id, held }) => ({ id, relevance: relevanceOf(words, new Set(held)) }))
  const best = ranked.sort((a, b) => b.relevance - a.relevance)
  return best.slice(end - query.size, end).map(({ id }) => id)
}

/** One kind of match after the other; looks for looser ones only when the page is not full. */
async function listByKind(db: Database, shelf: Shelf, query: ProductQuery, words: string[], total: number) {
  const end = query.page * query.size
  const ids = new Set<string>()
  for (const match of matchesOf(words)) {
    // What is known already are at most as many as are missing here, so this limit suffices.
    const part = { order: 'newest', limit: Math.min(end, total) } as const
    for (const id of await listMatchingIds(db, [shelf, query, match], part, total)) ids.add(id)
    if (ids.size >= part.limit) break
  }
  return [...ids].slice(end - query.size, end)
}
