import { type ChosenOptions, type ListQuery, MOST_FOUND, type ProductSort, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/ids.ts'
import { findCategoryBranch } from '../categories.ts'
import { typedTerms } from './analyzer.ts'
import { correctKeyword } from './correct-keyword.ts'
import {
  type Filters,
  hasMatch,
  inIndex,
  listIds,
  listMatchedTerms,
  listMatchingIds,
  listNewestByKind,
  type ProductScope,
  sortMatchingIds,
} from './product-index.ts'
import { findOwnSynonyms, type OwnSynonyms } from './synonyms.ts'
import { anywhere, matchesOf, relevanceOf } from './terms.ts'

export type ProductQuery = ListQuery &
  Omit<Filters, 'sets' | 'categories'> & { option?: ChosenOptions | undefined; sort?: ProductSort }
type Asked = ListQuery & Filters & { sort?: ProductSort }

const NO_SYNONYMS: OwnSynonyms = new Map()

/** The replacement of a keyword that no product matches in every term: its correction, or the closest terms. */
interface Instead {
  correction?: string
  partial?: string
  mentioned?: boolean
}

interface Found extends Instead {
  ids: string[]
  total: number
}

/** One page of ids, and the total, which stops at `most` for a keyword or chosen options. */
export async function findProducts(
  db: Database,
  scope: ProductScope,
  query: ProductQuery,
  most: number = MOST_FOUND,
): Promise<Found> {
  const asked = await lookedUp(db, query)
  if (query.keyword === '' && !query.option) {
    const all = inIndex(db, scope, asked, [])
    const [ids, total] = await Promise.all([listIds(all, pageRequestOf(query)), countRows(all)])
    return { ids, total }
  }

  const count = async (terms: string[], own: OwnSynonyms) => {
    // An index knows the size of a whole list, but matches have to be visited, so counting them stops.
    const found = inIndex(db, scope, asked, anywhere(terms, own)).select(sql.lit(1).as('one')).limit(sql.lit(most))
    const total = await countRows(db.selectFrom(found.as('found')))
    return total > 0 ? { words: { terms, own }, total } : undefined
  }
  const { result, ...instead } = await withSpellingCorrection(db, scope, query.keyword, count)
  const { words, total } = result ?? { words: { terms: [], own: NO_SYNONYMS }, total: 0 }
  const isBeyond = (query.page - 1) * query.size >= total
  const ids = isBeyond ? [] : await listPage(db, scope, asked, words, total)
  const mentioned = total > 0 && !instead.partial && (await isMentioned(db, scope, words))
  return { ids, total, ...instead, ...(mentioned && { mentioned }) }
}

export async function lookedUp<Query extends ProductQuery>(db: Database, query: Query): Promise<Query & Filters> {
  const { option, category } = query
  const [sets, categories] = await Promise.all([
    option && listSetsWith(db, option),
    category === undefined ? undefined : numbersOf(db, category),
  ])
  return { ...query, ...(sets && { sets }), ...(categories && { categories }) }
}

/** The numbers of a category and its children; empty for an unknown slug. */
export const numbersOf = async (db: Database, slug: string) => (await findCategoryBranch(db, { slug }))?.numbers ?? []

/**
 * Searches for the terms of a keyword. Where no active product has all of them, regardless of filters, searches for the
 * corrected or closest terms; inactive products match only typed terms. `search` answers undefined when it finds
 * nothing.
 */
export async function withSpellingCorrection<Result>(
  db: Database,
  scope: ProductScope,
  keyword: string,
  search: (terms: string[], own: OwnSynonyms) => Promise<Result | undefined>,
): Promise<Instead & { result?: Result | undefined }> {
  const terms = typedTerms(keyword)
  // A keyword without terms finds nothing, rather than everything.
  if (keyword && terms.length === 0) return {}
  const own = terms.length > 0 ? await findOwnSynonyms(db) : NO_SYNONYMS
  const result = await search(terms, own)
  if (result || terms.length === 0) return { result }

  const corrected = await correctKeyword(db, scope, terms, own)
  if (!corrected || (corrected.isPartial && scope.isHidden)) return {}
  const instead = corrected.terms.join(' ')
  return {
    result: await search(corrected.terms, own),
    ...(corrected.isPartial ? { partial: instead } : { correction: instead }),
  }
}

async function isMentioned(db: Database, scope: ProductScope, { terms, own }: Words): Promise<boolean> {
  const [, , inNameOrCategory] = matchesOf(terms, own)
  return terms.length > 0 && !scope.isHidden && !(await hasMatch(db, scope, inNameOrCategory ?? []))
}

/** What is searched for: the words of a keyword, and other words for them. */
interface Words {
  terms: string[]
  own: OwnSynonyms
}

function listPage(db: Database, scope: ProductScope, query: Asked, words: Words, total: number): Promise<string[]> {
  const { terms, own } = words
  const byRelevance = terms.length > 0 && (query.sort ?? 'relevance') === 'relevance'
  return byRelevance
    ? listByRelevance(db, scope, query, words, total)
    : listMatchingIds(db, [scope, query, anywhere(terms, own)], pageRequestOf(query), total)
}

function pageRequestOf({ page, size, sort = 'relevance' }: Asked) {
  return { order: sort === 'relevance' ? 'newest' : sort, limit: size, offset: (page - 1) * size } as const
}

/** Up to this many matches are sorted one by one, which is finer, and quicker than a query for each kind of match. */
const FEW = 100

async function listByRelevance(db: Database, scope: ProductScope, query: Asked, words: Words, total: number) {
  const { terms, own } = words
  const end = query.page * query.size
  if (total > FEW) return listByKind(db, scope, query, words, total)

  const match = anywhere(terms, own)
  const rows = await listMatchedTerms(db, [scope, query, match], FEW)
  const ranked = rows.map(({ id, matched }) => ({ id, relevance: relevanceOf(terms, own, new Set(matched)) }))
  const best = ranked.sort((a, b) => b.relevance - a.relevance)
  return best.slice(end - query.size, end).map(({ id }) => id)
}

/** For pages that end here, the newest rows may suffice for matches by name; for later pages by description only. */
const NEAR = 25

/** Lists one kind of match after the other, and looser kinds only until the page is full. */
async function listByKind(db: Database, scope: ProductScope, query: Asked, { terms, own }: Words, total: number) {
  const end = query.page * query.size
  // At most as many ids are known already as are missing here, so this limit suffices.
  const request = { order: 'newest', limit: Math.min(end, total) } as const
  const matches = matchesOf(terms, own)
  let newest: Awaited<ReturnType<typeof listNewestByKind>> | undefined
  const ids = new Set<string>()
  for (const [kind, match] of matches.entries()) {
    if (request.limit <= NEAR || kind === matches.length - 1)
      newest ??= await listNewestByKind(db, [scope, query, matches], total)
    const near = newest?.filter(row => row.kind <= kind).map(({ id }) => id) ?? []
    const isPage = near.length >= request.limit
    const found = isPage ? near.slice(0, request.limit) : await sortMatchingIds(db, [scope, query, match], request)
    for (const id of found) ids.add(id)
    if (ids.size >= request.limit) break
  }
  return [...ids].slice(end - query.size, end)
}

/** The sets that hold a variant with one of the values of each option, in any spelling. */
async function listSetsWith(db: Database, chosen: ChosenOptions): Promise<number[]> {
  const one = (name: string, value: string) => Object.fromEntries([[spellingOf(name), spellingOf(value)]])
  const variants = Object.entries(chosen).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap(variant => values.map(value => ({ ...variant, ...one(name, value) }))),
    [{}],
  )
  const wanted = variants.map(variant => JSON.stringify([variant]))
  const sets = db.selectFrom('option_sets').select('id').where(sql<boolean>`spelled @> any(${wanted}::jsonb[])`)
  return (await sets.execute()).map(({ id }) => id)
}
