import { type HomeInfo, type HomeSource, type ProductCard, paths, RECOMMENDED_COUNT } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import {
  asCards,
  cardsQuery,
  categoryProductsQuery,
  collectionProductsQuery,
  productsOnSaleQuery,
  productsQuery,
} from '../../../shared/catalog/catalog.api.ts'

type Section = HomeInfo['sections'][number]

/** Number of cards in a section: one row or two. */
const COUNT = 8

const onePage = { page: 1, size: COUNT }

export const homeSaleQuery = () => productsOnSaleQuery(onePage)

/** The newest active products without the sale products that the home page shows. */
export const recommendedQuery = () =>
  cardsQuery(['recommended'], async client => {
    const [{ data, meta }, onSale] = await Promise.all([
      call('GET /products', { query: asCards({ page: 1, size: RECOMMENDED_COUNT + COUNT }) }),
      client.ensureQueryData(homeSaleQuery()).catch(() => undefined),
    ])
    const shown = new Set(onSale?.data.map(({ _id }) => _id))
    return { data: data.filter(({ _id }) => !shown.has(_id)).slice(0, RECOMMENDED_COUNT), meta }
  })

const bestSellersQuery = () =>
  cardsQuery(['best-sellers'], async () => whole((await call('GET /products/best-sellers')).data))

const chosenQuery = (ids: readonly string[]) =>
  cardsQuery(['chosen', ids], async () =>
    whole((await call('GET /products/cards', { query: { ids: ids.join(',') } })).data),
  )

/** A list that is answered whole, as its only page. */
const whole = (data: ProductCard[]) => ({
  data,
  meta: { page: 1, size: data.length, pageCount: 1, total: data.length },
})

/** The products of a section of the home page: those of its source, or else the section's usual ones. */
export function sectionQuery({ section, source }: Section) {
  if (!source) return section === 'recommended' ? recommendedQuery() : homeSaleQuery()
  if (source.kind === 'newest') return productsQuery(onePage)
  if (source.kind === 'best-sellers') return bestSellersQuery()
  if (source.kind === 'chosen') return chosenQuery(source.products)
  if (source.kind === 'category') return categoryProductsQuery(source.of ?? '', onePage)
  return source.kind === 'collection' ? collectionProductsQuery(source.of ?? '', onePage) : homeSaleQuery()
}

export function allPathOf({ section, source }: Section): string | undefined {
  const kind: HomeSource['kind'] | undefined = source ? source.kind : section === 'sale' ? 'sale' : undefined
  if (kind === 'sale') return paths.sale
  if (kind === 'category') return paths.category(source?.of ?? '')
  return kind === 'collection' ? paths.collection(source?.of ?? '') : undefined
}
