import {
  type AnswerOf,
  CATEGORY_STALE_MS,
  type Calls,
  type Category,
  type Measured,
  type Media,
  type ProductCard,
  type ProductOption,
} from '@mela/contract'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { call, type Missing, orMissing } from '../../lib/api.ts'
import { dataQuery, subjectQuery } from '../../lib/query-keys.ts'
import { productPictures } from '../../lib/stored-product.ts'
import type { ListAddress } from './list-address.ts'

type CardPicture = Pick<Media, 'url' | 'hasAvif'>

export interface CardProduct
  extends Pick<ProductCard, '_id' | 'name' | 'price' | 'onSale' | 'salePrice' | 'stock' | 'isActive' | 'priceRange'>,
    Measured {
  /** Missing in a product that was stored before there were slugs. */
  slug?: string
  category: { name: string }
  thumbnail: CardPicture | null
  gallery: CardPicture[]
  rating?: { average: number; count: number }
  /** Missing in a product that was stored before there were options. */
  options?: Pick<ProductOption, 'values'>[]
}

export interface CardPage {
  data: CardProduct[]
  meta: AnswerOf<Calls['GET /products']>['meta']
}

interface ListAnswer extends Pick<CardPage, 'meta'> {
  data: ProductCard[]
}

/** Drops fields that no card shows, because lists are embedded in their page: a card has two pictures, without names. */
function cardProduct(product: ProductCard): CardProduct {
  const [thumbnail = null, ...gallery] = productPictures(product).slice(0, 2).map(cardPicture)
  const options = product.options
    .map(option => ({ values: swatchesOf(option).slice(0, 4) }))
    .filter(({ values }) => values.length > 0)
  return { ...product, category: { name: product.category.name }, thumbnail, gallery, options }
}

/** The values with a colour as swatch; a picture would be too small to recognise. */
export const swatchesOf = ({ values }: Pick<ProductOption, 'values'>) =>
  values.filter(({ swatch }) => swatch?.startsWith('#'))

const cardPicture = ({ url, hasAvif }: Media): CardPicture => ({ url, hasAvif })

/** A category in a menu; `picture` is undefined until it is loaded. */
export type CategoryLink = Pick<Category, 'name' | 'slug' | 'count' | 'children'> & { picture?: CardPicture | null }

const MOST_IN_MENU = 24

/** What a page shows of all categories; pages embed it, so it must stay small. */
export const categoriesQuery = <Shown>(part: string, pick: (categories: Category[]) => Shown) =>
  queryOptions({
    queryKey: ['categories', 'all', part],
    queryFn: async () => pick((await call('GET /categories')).data),
    staleTime: CATEGORY_STALE_MS,
  })

/** The first top-level categories, without pictures, for the menu of every page. */
export const menuQuery = () =>
  categoriesQuery('menu', all => all.filter(isTop).slice(0, MOST_IN_MENU).map(categoryLink))

/** The names of all categories, for pages that show nothing else: they lead on from there. */
export const categoryNamesQuery = () => categoriesQuery('names', all => all.map(({ name, slug }) => ({ name, slug })))

export const isTop = ({ parent }: Category) => !parent
const categoryLink = ({ name, slug, count, children }: Category): CategoryLink => ({ name, slug, count, children })
export const withPicture = (category: Category): CategoryLink => ({
  ...categoryLink(category),
  picture: category.picture && cardPicture(category.picture),
})

export const categoryQuery = (slug: string) => subjectQuery('GET /categories/slug/:slug', { params: { slug } })

export const collectionQuery = (slug: string) => subjectQuery('GET /collections/slug/:slug', { params: { slug } })

/** Adds `view: 'card'` to a query: the answer has neither descriptions nor reviews, which lists do not show. */
const asCards = <Query extends object>(query: Query) => ({ ...query, view: 'card' }) as const

export const cardsQuery = (key: readonly unknown[], ask: (client: QueryClient) => Promise<ListAnswer>) =>
  queryOptions({ queryKey: ['products', ...key], queryFn: async ({ client }) => cardsOf(await ask(client)) })

const cardsOf = ({ data, meta }: ListAnswer): CardPage => ({ data: data.map(cardProduct), meta })

/** One page of a category; empty for an unknown category. */
export const categoryProductsQuery = (slug: string, { category, ...query }: ListAddress) =>
  cardsQuery(['category', slug, query], () =>
    call('GET /categories/slug/:slug/products', { params: { slug }, query: asCards(query) }),
  )

/** One page of a collection; empty for an unknown one. */
export const collectionProductsQuery = (slug: string, query: ListAddress) =>
  cardsQuery(['collection', slug, query], () =>
    call('GET /collections/slug/:slug/products', { params: { slug }, query: asCards(query) }),
  )

export const productsQuery = (query: ListAddress) =>
  cardsQuery(['list', query], () => call('GET /products', { query: asCards(query) }))

export const productsOnSaleQuery = ({ onSale, ...query }: ListAddress) =>
  cardsQuery(['on-sale', query], () => call('GET /products/on-sale', { query: asCards(query) }))

export const saleFiguresQuery = () => dataQuery('GET /products/sale-figures')

/** Facets of a list; those of the previous list are shown until these are loaded. */
export const facetsQuery = ({
  page,
  size,
  sort,
  ...query
}: ListAddress & { within?: string; collection?: string }) => ({
  ...dataQuery('GET /products/facets', { query }),
  placeholderData: keepPreviousData,
})

const objectId = /^[0-9a-f]{24}$/
const noSuchProduct: Missing = { missing: 'Product not found.' }

/** A product by the slug in its address, or in SPEC's by its id. A malformed id is answered like an unknown one. */
export const productQuery = ({ productSlug, productId = '' }: Params) => {
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
