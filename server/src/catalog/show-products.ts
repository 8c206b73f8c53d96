import type { ListQuery, Product, Settings, Suggestions } from '@mela/contract'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { okPage } from '../platform/http/errors.ts'
import { formatDescription, headingsIn } from '../platform/markdown/render-markdown.ts'
import { escapeMarkdown, fillIn, placeholderValues } from '../shop/render-text.ts'
import { findChanges, settingsOf } from '../shop/settings.ts'
import { listAll } from '../shop/texts.ts'
import { listFullCategories, listShownBranches } from './categories.ts'
import { withLowestPrices } from './price-history.ts'
import { listCards, listProducts, type ProductKey, requireVisibleProduct } from './product-rows.ts'
import { isUnspaced, stem, typedTerms, writtenTerms } from './search/analyzer.ts'
import { findProducts } from './search/find-products.ts'
import { inIndex, type ProductScope } from './search/product-index.ts'
import { readKeyword } from './search/read-keyword.ts'

const MOST_SHOWN = 2

/** Words for what every shop writes about. */
const SUBJECTS = ['return refund exchange', 'delivery shipping shipment deliver ship', 'payment pay paying'].map(
  words => words.split(' '),
)

/** What is asked about a subject, as in 'return policy' and 'how long does delivery take'. */
const ABOUT = new Set(
  'policy cost charge fee price rate time info information method option how long much doe do i my what when can take free'.split(
    ' ',
  ),
)

export async function showProduct(
  db: Database,
  key: ProductKey,
  visitor: SessionUser | undefined,
  { showsLowestPrice }: Pick<Settings['money'], 'showsLowestPrice'>,
): Promise<Product> {
  const product = await requireVisibleProduct(db, key, visitor)
  const variants = showsLowestPrice ? await withLowestPrices(db, product.variants) : product.variants
  const formatted = formatDescription(product.description)
  return {
    ...product,
    ...(formatted && { formatted }),
    variants: variants.filter(({ isActive }) => isActive || visitor?.role === 'admin'),
  }
}

/** Another search may replace a keyword that matches nothing. */
export async function showProducts(
  db: Database,
  scope: ProductScope,
  query: Parameters<typeof readKeyword>[2] & { view?: 'card' | undefined },
) {
  const read = await readKeyword(db, scope, query)
  const { ids, ...found } = await findProducts(db, read.scope, read.query)
  const { total, correction, partial, mentioned } = found
  const isNear = correction !== undefined || partial !== undefined
  const pages = query.read ? await listPagesTitled(db, query.keyword, total === 0 || isNear || mentioned === true) : []
  // Near products are no answer to a question that a page answers.
  if (pages.length > 0 && isNear) return { rows: [], total: 0, pages }

  const list = query.view === 'card' ? listCards : listProducts
  return { rows: await list(db, ids), ...found, reading: read.reading, pages: pages.length > 0 ? pages : undefined }
}

/**
 * The published pages with every word of the keyword in title or address, as 'returns' is in 'Shipping and returns'; without one, and where
 * `withHeadings`, the headings that have them.
 */
async function listPagesTitled(db: Database, keyword: string, withHeadings: boolean) {
  const terms = termsOfSubject(keyword)
  if (terms.length === 0) return []
  const values = placeholderValues(settingsOf((await findChanges(db)).changes))
  const pages = (await listAll(db))
    .filter(({ isPublished }) => isPublished)
    .map(({ title, slug, body }) => ({ title: fillIn(title, values), slug, body }))
  const titled = best(terms, pages, ({ title, slug }) => `${title} ${slug}`)
  if (titled.length > 0 || !withHeadings) return titled.map(({ title, slug }) => ({ title, slug }))

  const headings = pages.flatMap(({ title, slug, body }) =>
    headingsIn(fillIn(body, values, escapeMarkdown)).map(found => ({ title, slug, ...found })),
  )
  return best(terms, headings, ({ heading }) => heading)
}

function termsOfSubject(keyword: string): string[] {
  const terms = typedTerms(keyword).map(stem)
  const telling = terms.filter(term => !ABOUT.has(term))
  return telling.length > 0 ? telling : terms
}

/** Those with every term, or another word for it; first those with the terms themselves. */
function best<Item>(terms: string[], items: Item[], textOf: (item: Item) => string): Item[] {
  const found = items.map(item => ({ item, words: new Set(writtenTerms(textOf(item)).map(stem)) }))
  const named = found.filter(({ words }) => terms.every(term => words.has(term)))
  const alike = found.filter(({ words }) => terms.every(term => wordsFor(term).some(word => words.has(word))))
  return [...new Set([...named, ...alike])].slice(0, MOST_SHOWN).map(({ item }) => item)
}

const wordsFor = (term: string) => [term, ...SUBJECTS.filter(words => words.includes(term)).flat()]

export function okProductPage({ rows, total, ...more }: Awaited<ReturnType<typeof showProducts>>, query: ListQuery) {
  const answer = okPage({ rows, total }, query)
  return { ...answer, meta: { ...answer.meta, ...more } }
}

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3
/** The screen does not show totals, so counting stops here. */
const MOST_COUNTED = 3000

export async function suggest(db: Database, keyword: string): Promise<Suggestions> {
  if (typedTerms(keyword).length === 0) return { products: [], categories: [] }

  const query = { keyword, page: 1, size: MOST_PRODUCTS }
  const { ids, total: _, ...instead } = await findProducts(db, {}, query, MOST_COUNTED)
  const words = typedTerms(instead.correction ?? instead.partial ?? keyword)
  const [products, categories] = await Promise.all([listCards(db, ids), listCategoriesNamed(db, words)])
  const isNothing = products.length === 0 && categories.length === 0
  return { products, categories: isNothing ? await listFullCategories(db) : categories, ...instead }
}

async function listCategoriesNamed(db: Database, words: string[]): Promise<Suggestions['categories']> {
  const all = await listShownBranches(db)
  const named = all.filter(({ name }) => words.some(word => names(name, word))).slice(0, MOST_CATEGORIES)
  return Promise.all(
    named.map(async ({ numbers, name, slug }) => {
      return { name, slug, count: await countRows(inIndex(db, { categories: numbers }, {}, [])) }
    }),
  )
}

const names = (category: string, word: string) =>
  writtenTerms(category).some(
    written => written.startsWith(word) || stem(written) === stem(word) || (isUnspaced(word) && written.includes(word)),
  )
