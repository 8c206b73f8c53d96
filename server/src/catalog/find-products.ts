import { type ListQuery, MOST_FOUND, type ProductSort } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { correct, type Vocabulary } from './correct.ts'
import { knownWords } from './known-words.ts'
import {
  countMatching,
  countSome,
  type Filters,
  isHeld,
  listMatchingIds,
  listWithTotal,
  onShelf,
  type Part,
  type Shelf,
} from './shelf.repository.ts'
import { anywhere, matchesOf, named } from './terms.ts'
import { typedWords } from './words.ts'

export type ProductQuery = ListQuery & Filters & { sort?: ProductSort }

export interface Found {
  ids: string[]
  total: number
  correction?: string
}

/** One page of the ids of what was asked for, and how many there are (DECISIONS B80, B81, B83, B93); a keyword finds `most`. */
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
  const { result, correction } = await asMeant(db, shelf, query.keyword, count)
  const { words, total } = result ?? { words: [], total: 0 }
  const isBeyond = (query.page - 1) * query.size >= total
  const ids = isBeyond ? [] : await listPage(db, shelf, query, words, total)
  return { ids, total, ...(correction && { correction }) }
}

/**
 * Searches for the words of a keyword; for those that were meant where nothing on the shelf holds the typed ones, whatever
 * it is filtered by. `search` answers undefined when it finds nothing.
 */
export async function asMeant<Result>(
  db: Database,
  shelf: Shelf,
  keyword: string,
  search: (words: string[]) => Promise<Result | undefined>,
): Promise<{ result?: Result | undefined; correction?: string }> {
  const words = typedWords(keyword)
  // A keyword without a single word in it finds nothing, rather than everything.
  if (keyword && words.length === 0) return {}
  const result = await search(words)
  if (result || words.length === 0) return { result }

  const meant = await correct(words, vocabularyOf(db, shelf))
  return meant ? { result: await search(meant), correction: meant.join(' ') } : {}
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

/** The best matches first, each kind newest first; looks for looser ones only when the page is not full. */
async function listByRelevance(db: Database, shelf: Shelf, query: ProductQuery, words: string[], total: number) {
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
