import { type HomeInfo, type HomeSource, paths } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { cardPage } from './card-page.ts'
import { categoryProductsQuery, homeSaleQuery, productsQuery, recommendedQuery } from './catalog.api.ts'
import { collectionProductsQuery } from './collections.api.ts'

type Section = HomeInfo['sections'][number]

/** A row or two of cards. */
const COUNT = 8

const onePage = { page: 1, size: COUNT }

const bestSellersQuery = () =>
  queryOptions({
    queryKey: ['products', 'best-sellers'],
    queryFn: async () => cardList((await call('GET /products/best-sellers')).data),
  })

const chosenQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['products', 'chosen', ids],
    queryFn: async () => cardList((await call('GET /products/cards', { query: { ids: ids.join(',') } })).data),
  })

type Cards = Parameters<typeof cardPage>[0]['data']
const cardList = (data: Cards) =>
  cardPage({ data, meta: { page: 1, size: data.length, pageCount: 1, total: data.length } })

/** The products of a section of the home page, which has its own without a source. */
export function sectionQuery({ section, source }: Section) {
  if (!source) return section === 'recommended' ? recommendedQuery() : homeSaleQuery()
  if (source.kind === 'newest') return productsQuery(onePage)
  if (source.kind === 'best-sellers') return bestSellersQuery()
  if (source.kind === 'chosen') return chosenQuery(source.products)
  if (source.kind === 'category') return categoryProductsQuery(source.of ?? '', onePage)
  return source.kind === 'collection' ? collectionProductsQuery(source.of ?? '', onePage) : homeSaleQuery()
}

/** Where all products of a section are. */
export function allPathOf({ section, source }: Section): string | undefined {
  const kind: HomeSource['kind'] | undefined = source ? source.kind : section === 'sale' ? 'sale' : undefined
  if (kind === 'sale') return paths.sale
  if (kind === 'category') return paths.category(source?.of ?? '')
  return kind === 'collection' ? paths.collection(source?.of ?? '') : undefined
}
