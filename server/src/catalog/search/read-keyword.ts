import type { ChosenOptions, KeywordReading, ReadKind } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { typedTerms } from './analyzer.ts'
import { findBestSellers } from './best-sellers.ts'
import { findProducts, type ProductQuery } from './find-products.ts'
import { findOption, listOptionNames } from './option-sets.repository.ts'
import { findOwnSynonyms } from './own-synonyms.ts'
import { hasMatch, listMatchingIds, type ProductScope } from './product-index.repository.ts'
import { type Phrases, readPhrases } from './read-phrases.ts'
import { stem } from './stem.ts'
import { isForPeople, nearestTerms } from './synonyms.ts'
import { anywhere, matchesOf, named } from './terms.ts'

interface Asked extends ProductQuery {
  /** Whether the keyword may say more than words; without it each word is one to search for. */
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
 * the words are searched as they are; so are those of filters in `plain`, unless no product has them: then they are left out.
 */
export async function readKeyword(db: Database, scope: ProductScope, query: Asked): Promise<Read> {
  const asTyped = { scope, query }
  const terms = typedTerms(query.keyword)
  if (!query.read || terms.length === 0) return asTyped

  const { plain = [] } = query
  const [inNames] = matchesOf(terms, await findOwnSynonyms(db))
  if (await hasMatch(db, scope, inNames)) return asTyped

  const reading = await readingOf(db, scope, readPhrases(query.keyword, plain), !plain.includes('option'))
  const read = reading && (await findNarrowed(db, scope, query, reading))
  if (read) return read
  if (plain.length === 0) return (await findForPeople(db, scope, query)) ?? asTyped
  if (await isExact(db, scope, query.keyword)) return asTyped

  const inFull = await readingOf(db, scope, readPhrases(query.keyword, []), true)
  const shortened = inFull && { ...withoutKinds(inFull, plain), isShortened: true }
  return (shortened && (await findNarrowed(db, scope, query, shortened))) ?? asTyped
}

/** Undefined where nothing is read. */
async function readingOf(
  db: Database,
  scope: ProductScope,
  { rest, read, sizes }: Phrases,
  withOptions: boolean,
): Promise<KeywordReading | undefined> {
  const words = rest.split(' ').filter(Boolean)
  const chosen = withOptions ? await chooseOptions(db, scope, sizes, words) : { option: {}, words }
  if (!chosen) return undefined
  const reading: KeywordReading = {
    ...read,
    keyword: chosen.words.join(' '),
    ...(Object.keys(chosen.option).length > 0 && { option: chosen.option }),
  }
  return Object.keys(reading).length > 1 ? reading : undefined
}

const FIELDS: Record<ReadKind, (keyof KeywordReading)[]> = {
  price: ['minPrice', 'maxPrice'],
  sale: ['onSale'],
  best: ['isBestSellers'],
  sort: ['sort'],
  option: ['option'],
}

function withoutKinds(reading: KeywordReading, kinds: ReadKind[]): KeywordReading {
  const { keyword, ...read } = reading
  const left = Object.entries(read).filter(([name]) => kinds.every(kind => FIELDS[kind].every(field => field !== name)))
  return { keyword, ...Object.fromEntries(left) }
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
