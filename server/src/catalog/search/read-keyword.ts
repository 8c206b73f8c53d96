import { type ChosenOptions, HIGHEST_PRICE, type KeywordReading, type ReadKind, spellingOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { stem, typedTerms } from './analyzer.ts'
import { findProducts, type ProductQuery } from './find-products.ts'
import { findBestSellers } from './index-products.ts'
import { hasMatch, listMatchingIds, type ProductScope } from './product-index.ts'
import { findOwnSynonyms, isForPeople, nearestTerms } from './synonyms.ts'
import { anywhere, matchesOf, named } from './terms.ts'

const MOST_NAMES = 20
/** Shops have few options, so the newest sets name them all. */
const NEWEST_SETS = 500

const MONEY = '(?:[$€£₹]|\\b(?:rs\\.?|inr|usd|eur|gbp)\\b)?\\s*'
const AMOUNT = `${MONEY}(\\d[\\d,]*(?:\\.\\d+)?)(?:\\s*(?:[€₹]|(?:rs|rupees|dollars?|euros?|inr|usd|eur)\\b))?(?![\\p{L}\\d])`

/** Limited like the prices of an address. */
const amount = (typed: string | undefined) => Math.min(Number(typed?.replaceAll(',', '')), HIGHEST_PRICE)

const rules: Rule[] = [
  [
    'price',
    new RegExp(`\\b(?:between|from)\\s+${AMOUNT}\\s*(?:and|to|-|–)\\s*${AMOUNT}`, 'iu'),
    ([, one, other]) => ({
      minPrice: Math.min(amount(one), amount(other)),
      maxPrice: Math.max(amount(one), amount(other)),
    }),
  ],
  [
    'price',
    new RegExp(
      `(?:\\b(?:under|below|less than|cheaper than|up ?to|within|max(?:imum)?|at most)\\s|<)\\s*${AMOUNT}`,
      'iu',
    ),
    ([, most]) => ({ maxPrice: amount(most) }),
  ],
  [
    'price',
    new RegExp(`(?:\\b(?:over|above|more than|at least|min(?:imum)?|starting at)\\s|>)\\s*${AMOUNT}`, 'iu'),
    ([, least]) => ({ minPrice: amount(least) }),
  ],
  ['best', /\b(?:(?:best|top)[- ]?sell(?:er|ers|ing)|most popular)\b/i, () => ({ isBestSellers: true })],
  ['sale', /\b(?:on sale|sales?|discounted|discounts?|special offers?|deals?)\b/i, () => ({ onSale: true })],
  ['sort', /\b(?:cheap(?:est)?|affordable|inexpensive|low(?:est)?[- ]price[ds]?)\b/i, () => ({ sort: 'price-asc' })],
  ['sort', /\b(?:new arrivals?|new in|newest|latest|new)\b/i, () => ({ sort: 'newest' })],
]

const NAMED_SIZE = /\bsizes?\s+([\p{L}\d][\p{L}\d./]*)/giu
const BARE_SIZE = /(?<![\p{L}\p{N}'’-])(x{0,4}[sl]|m|[2-6]xl|[2-6]xs)(?![\p{L}\p{N}'’-])/giu
const LONE_LETTER = /^[sml]$/i

interface Asked extends ProductQuery {
  /** Whether the keyword may say more than words; without it each word is one to search for. */
  read?: boolean | undefined
  plain?: ReadKind[] | undefined
}

interface Read {
  scope: ProductScope
  query: ProductQuery
  reading?: KeywordReading
}

/**
 * The query with what its keyword says as filters and order. Where a product has every word in its name, or where no product would be left,
 * the words are searched as they are; so are those of filters in `plain`, unless no product has them: then they are left out.
 */
export async function readKeyword(db: Database, scope: ProductScope, query: Asked): Promise<Read> {
  const asTyped = { scope, query }
  const terms = typedTerms(query.keyword)
  if (!query.read || terms.length === 0) return asTyped

  const { plain = [] } = query
  const [inNames] = matchesOf(terms, await findOwnSynonyms(db))
  if (await hasMatch(db, scope, inNames)) return asTyped

  const reading = await readingOf(db, scope, query.keyword, plain)
  const read = reading && (await findNarrowed(db, scope, query, reading))
  if (read) return read
  if (plain.length === 0) return (await findForPeople(db, scope, query)) ?? asTyped
  if (await isExact(db, scope, query.keyword)) return asTyped

  const inFull = await readingOf(db, scope, query.keyword, [])
  const shortened = inFull && { ...reading, keyword: inFull.keyword, isShortened: true }
  return (shortened && (await findNarrowed(db, scope, query, shortened))) ?? asTyped
}

async function readingOf(
  db: Database,
  scope: ProductScope,
  keyword: string,
  plain: ReadKind[],
): Promise<KeywordReading | undefined> {
  const { rest, read, sizes } = readPhrases(keyword, plain)
  const words = rest.split(' ').filter(Boolean)
  const chosen = plain.includes('option') ? { option: {}, words } : await chooseOptions(db, scope, sizes, words)
  if (!chosen) return undefined
  const reading: KeywordReading = {
    ...read,
    keyword: chosen.words.join(' '),
    ...(Object.keys(chosen.option).length > 0 && { option: chosen.option }),
  }
  return Object.keys(reading).length > 1 ? reading : undefined
}

/** The narrowed search, if a product has all of it. */
async function findNarrowed(db: Database, scope: ProductScope, query: Asked, reading: KeywordReading) {
  const narrowed = await narrowedBy(db, scope, query, reading)
  const found = await findProducts(db, narrowed.scope, { ...narrowed.query, page: 1 }, 1)
  return found.total > 0 && !found.partial ? { ...narrowed, reading } : undefined
}

/** Whether a product has all of these words in its name or its category. */
async function isExact(db: Database, scope: ProductScope, keyword: string) {
  const terms = typedTerms(keyword)
  const [, , inNameOrCategory] = matchesOf(terms, await findOwnSynonyms(db))
  return terms.length > 0 && (await hasMatch(db, scope, inNameOrCategory ?? []))
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

const ASIDE = new Set(['gift', 'present', 'birthday', 'idea', 'my'])
const MOST_FOR_PEOPLE = 100

/** What is for the people of a keyword such as 'gift for dad'; where no product says for whom it is, what such people get. */
async function findForPeople(db: Database, scope: ProductScope, query: Asked): Promise<Read | undefined> {
  const terms = typedTerms(query.keyword)
  const people = terms.filter(term => !ASIDE.has(stem(term)))
  const own = await findOwnSynonyms(db)
  if (people.length === 0 || !people.every(isForPeople) || (await hasMatch(db, scope, anywhere(terms, own)))) return
  const keyword = people.join(' ')
  if (await hasMatch(db, scope, anywhere(people, own)))
    return { scope, query: { ...query, keyword }, reading: { keyword } }

  const things = people.flatMap(nearestTerms).flatMap(term => named(term, own).flat())
  const newest = { order: 'newest', limit: MOST_FOR_PEOPLE, offset: 0 } as const
  const among = await listMatchingIds(db, [scope, {}, [things]], newest, MOST_FOR_PEOPLE)
  if (among.length === 0) return
  return { scope: { ...scope, among }, query: { ...query, keyword: '' }, reading: { keyword: '' } }
}

const MOST_WORDS = 6

/**
 * The sizes and, where no product is called by all of the words, those of them that are values of the shop's options; undefined when a size
 * is of none.
 */
async function chooseOptions(db: Database, scope: ProductScope, sizes: string[], words: string[]) {
  const names = await listOptionNames(db)
  const option: ChosenOptions = {}
  const choose = async (typed: string) => {
    const found = await findOption(db, names, typed)
    if (found) option[found.name] = [...(option[found.name] ?? []), found.value]
    return found !== undefined
  }
  for (const size of sizes) if (!(await choose(size))) return undefined
  if (await isExact(db, scope, words.join(' '))) return { option, words }
  const others: string[] = []
  for (const word of words.slice(0, MOST_WORDS))
    if (typedTerms(word).length === 0 || !(await choose(word))) others.push(word)
  return { option, words: [...others, ...words.slice(MOST_WORDS)] }
}

/** What a keyword says beside the words to search for. */
interface Phrases {
  rest: string
  read: Pick<KeywordReading, 'minPrice' | 'maxPrice' | 'onSale' | 'sort' | 'isBestSellers'>
  /** Sizes as typed, in lower case; of which option they are the shop knows. */
  sizes: string[]
}

type Rule = [kind: ReadKind, phrase: RegExp, read: (match: RegExpExecArray) => Phrases['read']]

/** Reads prices, sizes, sale and order from a keyword, except the kinds in `plain`. */
function readPhrases(keyword: string, plain: readonly ReadKind[]): Phrases {
  const read: Phrases['read'] = {}
  let rest = keyword
  for (const [kind, phrase, meaning] of rules) {
    const match = plain.includes(kind) ? null : phrase.exec(rest)
    if (!match || (kind === 'sort' && read.sort)) continue
    Object.assign(read, meaning(match))
    rest = rest.replace(match[0], ' ')
  }
  const sizes: string[] = []
  const take = (phrase: RegExp) => {
    rest = rest.replace(phrase, (whole, size: string, at: number) => {
      // A single letter at the beginning is a name more often than a size.
      if (phrase === BARE_SIZE && LONE_LETTER.test(size) && rest.slice(0, at).trim() === '') return whole
      sizes.push(size.toLowerCase())
      return ' '
    })
  }
  if (!plain.includes('option')) for (const phrase of [NAMED_SIZE, BARE_SIZE]) take(phrase)
  return { rest: rest.replace(/\s+/g, ' ').trim(), read, sizes }
}

/** The names of the shop's options in small letters, the most frequent first. */
async function listOptionNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (select spelled -> 0 as first from option_sets order by id desc limit ${sql.lit(NEWEST_SETS)}) as newest,
      jsonb_object_keys(first) as name
    group by name order by count(*) desc, name limit ${sql.lit(MOST_NAMES)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The first of these options that has the value, both in the shop's own spelling. */
async function findOption(db: Database, names: string[], typed: string) {
  const value = spellingOf(typed)
  const wanted = names.map(name => JSON.stringify([{ [name]: value }]))
  const { rows } = await sql<{ place: number; variants: Record<string, string>[] }>`
    select place::int, found.variants from unnest(${wanted}::jsonb[]) with ordinality as asked (variants, place),
      lateral (select variants from option_sets where spelled @> asked.variants limit 1) as found
    order by place limit 1`.execute(db)
  const [found] = rows
  const isFound = ([name, own]: [string, string]) =>
    spellingOf(name) === names[(found?.place ?? 0) - 1] && spellingOf(own) === value
  const [own] = (found?.variants ?? []).flatMap(Object.entries<string>).filter(isFound)
  return own && { name: own[0], value: own[1] }
}
