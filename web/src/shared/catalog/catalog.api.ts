import { CATEGORY_STALE_MS, type Category } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Missing, orMissing } from '../../lib/api.ts'
import { type CardPicture, cardPage, cardPicture } from './card-page.ts'
import type { ListAddress } from './list-address.ts'

/** A link to a category in a menu or a tile. */
export type CategoryLink = Pick<Category, 'name' | 'slug' | 'count' | 'children'> & { picture?: CardPicture | null }

const MOST_IN_MENU = 24

/** The first top-level categories, without pictures: every page embeds them, so they must stay few and small. */
export const menuQuery = () =>
  queryOptions({
    queryKey: ['categories', 'menu', 'first'],
    queryFn: async () => menuOf((await call('GET /categories')).data),
    staleTime: CATEGORY_STALE_MS,
  })

const menus = new WeakMap<Category[], CategoryLink[]>()

/** Answers the same object for the same categories: the server reuses its markup until they change. */
function menuOf(all: Category[]): CategoryLink[] {
  const menu = menus.get(all) ?? all.filter(isTop).slice(0, MOST_IN_MENU).map(categoryLink)
  menus.set(all, menu)
  return menu
}

/** The names of all categories, for pages that show nothing else: they lead on from there. */
export const categoryNamesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'all', 'names'],
    queryFn: async () => (await call('GET /categories')).data.map(({ name, slug }) => ({ name, slug })),
    staleTime: CATEGORY_STALE_MS,
  })

export const isTop = ({ parent }: Category) => !parent
const categoryLink = ({ name, slug, count, children }: Category): CategoryLink => ({ name, slug, count, children })
export const withPicture = (category: Category): CategoryLink => ({
  ...categoryLink(category),
  picture: category.picture && cardPicture(category.picture),
})

export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ['categories', slug],
    queryFn: () => orMissing(call('GET /categories/slug/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })

/** Adds `view: 'card'` to a query: the answer has neither descriptions nor reviews, which lists do not show. */
export const asCards = <Query extends object>(query: Query) => ({ ...query, view: 'card' }) as const

/** One page of a category; empty for an unknown category. */
export const categoryProductsQuery = (slug: string, { category, ...query }: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'category', slug, query],
    queryFn: async () =>
      cardPage(await call('GET /categories/slug/:slug/products', { params: { slug }, query: asCards(query) })),
  })

/** With `read`, what the keyword says is read into filters and order. */
type SearchAddress = ListAddress & { read?: 'true' }

/** Active products, newest first, or those that match a keyword. */
export const productsQuery = (query: SearchAddress) =>
  queryOptions({
    queryKey: ['products', 'list', query],
    queryFn: async () => cardPage(await call('GET /products', { query: asCards(query) })),
  })

export const productsOnSaleQuery = ({ onSale, ...query }: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'on-sale', query],
    queryFn: async () => cardPage(await call('GET /products/on-sale', { query: asCards(query) })),
  })

/** Figures for texts about the sale. */
export const saleFiguresQuery = () =>
  queryOptions({
    queryKey: ['products', 'sale-figures'],
    queryFn: async () => (await call('GET /products/sale-figures')).data,
  })

/** Facets of a list; those of the previous list are shown until these are loaded. */
export const facetsQuery = ({ page, size, sort, ...query }: SearchAddress & { within?: string; collection?: string }) =>
  queryOptions({
    queryKey: ['products', 'facets', query],
    queryFn: async () => (await call('GET /products/facets', { query })).data,
    placeholderData: previous => previous,
  })

const objectId = /^[0-9a-f]{24}$/
const noSuchProduct: Missing = { missing: 'Product not found.' }

/** The parts of the address of a product's page: its slug, or in SPEC's its id. */
export interface ProductParams {
  productSlug?: string | undefined
  productId?: string | undefined
}

/** A product by its address; a malformed id is answered like an unknown one. */
export const productQuery = ({ productSlug, productId = '' }: ProductParams) => {
  const slug = productSlug?.toLowerCase()
  const id = productId.toLowerCase()
  return queryOptions({
    queryKey: slug === undefined ? ['products', id] : ['products', 'slug', slug],
    queryFn: () => {
      if (slug !== undefined) return orMissing(call('GET /products/slug/:slug', { params: { slug } }))
      return objectId.test(id) ? orMissing(call('GET /products/:id', { params: { id } })) : noSuchProduct
    },
  })
}

export const collectionQuery = (slug: string) =>
  queryOptions({
    queryKey: ['collections', slug],
    queryFn: () => orMissing(call('GET /collections/slug/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })

/** One page of a collection; empty for an unknown one. */
export const collectionProductsQuery = (slug: string, query: ListAddress) =>
  queryOptions({
    queryKey: ['products', 'collection', slug, query],
    queryFn: async () =>
      cardPage(await call('GET /collections/slug/:slug/products', { params: { slug }, query: asCards(query) })),
  })
