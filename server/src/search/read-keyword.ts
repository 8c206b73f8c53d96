import { type ChosenOptions, type KeywordReading, type ReadKind, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findBestSellers } from './best-sellers.ts'
import { findProducts, type ProductQuery } from './find-products.ts'
import { hasMatch, type ProductScope } from './product-index.repository.ts'
import { anywhere, matchesOf } from './terms.ts'
import { typedTerms } from './words/analyzer.ts'
import { findOwnSynonyms } from './words/own-synonyms.ts'
import { readPhrases } from './words/read-phrases.ts'

interface Asked extends ProductQuery {
  /** Whether the keyword may say more than words; without it each word is one to search for (B93). */
  read?: boolean | undefined
  /** What shall be searched as words. */
  plain?: ReadKind[] | undefined
}

interface Read {
  scope: ProductScope
  query: ProductQuery
  reading?: KeywordReading
}

/**
 * The query with what its keyword says as filters and order. Where a product has every word in its name, or where no product would be left,
 * the words are searched as they are.
 */
export async function readKeyword(db: Database, scope: ProductScope, query: Asked): Promise<Read> {
  const asTyped = { scope, query }
  const terms = typedTerms(query.keyword)
  if (!query.read || terms.length === 0) return asTyped

  const { plain = [] } = query
  const { rest, read, sizes } = readPhrases(query.keyword, plain)
  const own = await findOwnSynonyms(db)
  const [inNames] = matchesOf(terms, own)
  if (await hasMatch(db, scope, inNames)) return asTyped

  const words = rest.split(' ').filter(Boolean)
  const isFound =
    sizes.length === 0 && Object.keys(read).length === 0 && (await hasMatch(db, scope, anywhere(terms, own)))
  if (isFound) return asTyped
  const chosen = plain.includes('option') ? { option: {}, words } : await withOptions(db, sizes, words)
  if (!chosen) return asTyped
  const reading: KeywordReading = {
    ...read,
    keyword: chosen.words.join(' '),
    ...(Object.keys(chosen.option).length > 0 && { option: chosen.option }),
  }
  if (Object.keys(reading).length === 1) return asTyped
  const narrowed = await narrowedBy(db, scope, query, reading)
  const found = await findProducts(db, narrowed.scope, { ...narrowed.query, page: 1 }, 1)
  return found.total > 0 && !found.partial ? { ...narrowed, reading } : asTyped
}

async function narrowedBy(db: Database, scope: ProductScope, query: Asked, reading: KeywordReading): Promise<Read> {
  const { keyword, isBestSellers, option, sort, minPrice, maxPrice, onSale } = reading
  const hasPrice = query.minPrice !== undefined || query.maxPrice !== undefined
  return {
    scope: isBestSellers ? { ...scope, among: await findBestSellers(db) } : scope,
    query: {
      ...query,
      keyword,
      ...(!hasPrice && { minPrice, maxPrice }),
      ...(onSale && { onSale }),
      ...(option && { option: { ...option, ...query.option } }),
      ...(sort && (query.sort ?? 'relevance') === 'relevance' && { sort }),
    },
  }
}

/** The sizes and the words that are values of the shop's options; undefined when a size is of none. */
async function withOptions(db: Database, sizes: string[], words: string[]) {
  const names = await listOptionNames(db)
  const option: ChosenOptions = {}
  const choose = async (value: string) => {
    const name = await findOptionWith(db, names, value)
    if (name !== undefined) option[name] = [...(option[name] ?? []), value]
    return name !== undefined
  }
  for (const size of sizes) if (!(await choose(size))) return undefined
  const others: string[] = []
  for (const word of words.slice(0, MOST_WORDS)) if (!(await isOption(word))) others.push(word)
  return { option, words: [...others, ...words.slice(MOST_WORDS)] }

  /** A colour in the text of products is found there; one that is an option alone is not. */
  async function isOption(word: string) {
    const terms = typedTerms(word)
    if (terms.length === 0 || (await hasMatch(db, {}, anywhere(terms, await findOwnSynonyms(db))))) return false
    return choose(spellingOf(word))
  }
}

const MOST_WORDS = 6
const MOST_NAMES = 20
/** Shops have few options, so the newest sets name them all. */
const NEWEST_SETS = 500

async function listOptionNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (select spelled -> 0 as first from option_sets order by id desc limit ${sql.lit(NEWEST_SETS)}) as newest,
      jsonb_object_keys(first) as name
    group by name order by count(*) desc, name limit ${sql.lit(MOST_NAMES)}`.execute(db)
  return rows.map(({ name }) => name)
}

async function findOptionWith(db: Database, names: string[], value: string): Promise<string | undefined> {
  const wanted = names.map(name => JSON.stringify([{ [name]: value }]))
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(${wanted}::jsonb[]) with ordinality as asked (variants, place)
    where exists (select from option_sets where spelled @> asked.variants) order by place limit 1`.execute(db)
  return names[(rows[0]?.place ?? 0) - 1]
}
