import type { ListQuery, ProductSort } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { correct } from './correct.ts'
import { knownWords } from './known-words.ts'
import { countRows, countSome, type Filters, hasRows, listIds, onShelf, type Shelf } from './shelf.repository.ts'
import { anywhere, type Match, matchesOf } from './terms.ts'
import { typedWords } from './words.ts'

export type ProductQuery = ListQuery & Filters & { sort?: ProductSort }

export interface Found {
  ids: string[]
  total: number
  correction?: string
}

/** One page of the ids of what was asked for, and how many there are (DECISIONS B80, B81, B83, B93). */
export async function findProducts(db: Database, shelf: Shelf, query: ProductQuery): Promise<Found> {
  const { words, match, ...corrected } = await findMatch(db, shelf, query.keyword)
  const total = match ? await countRows(onShelf(db, shelf, query, match)) : 0
  const isBeyond = (query.page - 1) * query.size >= total
  return { total, ids: isBeyond ? [] : await listPage(db, shelf, query, words), ...corrected }
}

interface Asked {
  words: string[]
  /** Missing when nothing at all can match. */
  match?: Match
  correction?: string
}

/** What a keyword asks for: its words, or those that were meant when no product holds them, whatever it is filtered by. */
export async function findMatch(db: Database, shelf: Shelf, keyword: string): Promise<Asked> {
  const words = typedWords(keyword)
  // A keyword without a single word in it finds nothing, rather than everything.
  if (keyword && words.length === 0) return { words }

  const isHeld = (words: string[]) => hasRows(onShelf(db, shelf, {}, anywhere(words)))
  if (words.length === 0 || (await isHeld(words))) return { words, match: anywhere(words) }
  const count = (matches: Match[]) =>
    countSome(
      db,
      matches.map(match => onShelf(db, shelf, {}, match)),
    )
  const meant = await correct(words, { words: await knownWords(db), isHeld, count })
  return meant ? { words: meant, match: anywhere(meant), correction: meant.join(' ') } : { words }
}

function listPage(db: Database, shelf: Shelf, query: ProductQuery, words: string[]): Promise<string[]> {
  const { page, size, sort = 'relevance' } = query
  if (sort === 'relevance' && words.length > 0) return listByRelevance(db, shelf, query, words)
  const order = sort === 'relevance' ? 'newest' : sort
  return listIds(onShelf(db, shelf, query, anywhere(words)), order, { limit: size, offset: (page - 1) * size })
}

/** The best matches first, each kind newest first; looks for looser ones only when the page is not full. */
async function listByRelevance(db: Database, shelf: Shelf, query: ProductQuery, words: string[]): Promise<string[]> {
  const end = query.page * query.size
  const ids = new Set<string>()
  for (const match of matchesOf(words)) {
    // What is known already are at most as many as are missing here, so this limit suffices.
    const found = await listIds(onShelf(db, shelf, query, match), 'newest', { limit: end })
    for (const id of found) ids.add(id)
    if (ids.size >= end) break
  }
  return [...ids].slice(end - query.size, end)
}
