import {
  countFacets,
  getProduct,
  getProductBySlug,
  getProductCards,
  getSaleFigures,
  listBestSellers,
  listProducts,
  listProductsOnSale,
  suggestProducts,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { listTags, tagged } from '../platform/http/cache-tags.ts'
import { ok } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { okProductPage } from './product-page.ts'
import { findHighestPercent, findProductCards, listCards, type ProductKey } from './products.repository.ts'
import { showProduct, showProducts } from './products.service.ts'
import { findBestSellers } from './search/best-sellers.ts'
import type { ProductScope } from './search/product-index.repository.ts'
import { showFacets } from './search/show-facets.ts'
import { suggest } from './suggest.ts'

const searches = { limit: 'searches' } as const

export const productRoutes: FastifyPluginAsyncZod = async app => {
  const list =
    (scope: ProductScope) =>
    async (db: Database, { query }: { query: Parameters<typeof showProducts>[2] }) => {
      const page = await showProducts(db, scope, query)
      // What is read may be answered by a page of the shop, too.
      const tags: Tag[] = [...(query.read ? (['shop'] as const) : []), ...listTags(page.rows, query)]
      return { body: okProductPage(page, query), tags }
    }
  sharedRoute(app, listProducts, list({}), searches)
  sharedRoute(app, listProductsOnSale, list({ onSale: true }), searches)

  sharedRoute(
    app,
    getSaleFigures,
    async db => ({ body: ok({ highestPercent: await findHighestPercent(db) }), tags: ['catalog'] }),
    searches,
  )

  sharedRoute(
    app,
    listBestSellers,
    async db => {
      const products = await listCards(db, await findBestSellers(db))
      return { body: ok(products), tags: ['day', ...listTags(products)] }
    },
    searches,
  )

  sharedRoute(
    app,
    countFacets,
    async (db, { query }) => ({ body: ok(await showFacets(db, query)), tags: ['catalog', 'ratings'] }),
    searches,
  )

  sharedRoute(
    app,
    suggestProducts,
    async (db, { query }) => {
      const suggestions = await suggest(db, query.keyword)
      return { body: ok(suggestions), tags: listTags(suggestions.products) }
    },
    searches,
  )

  app.route({
    ...getProductCards,
    handler: async ({ query }, reply) => {
      tagged(reply, ['catalog', 'ratings'])
      return ok(await findProductCards(app.db, query.ids, query.variants))
    },
  })

  async function one(db: Database, { params }: { params: ProductKey }, visitor: SessionUser | undefined) {
    const product = await showProduct(db, params, visitor)
    const { _id: id, category, trail } = product
    const slugs = new Set([category.slug, ...trail.map(({ slug }) => slug)])
    const ofCategories = [...slugs].map(slug => `category:${slug}` as const)
    const tags: Tag[] = [`product:${id}`, `reviews:${id}`, `reviewers:${id}`, ...ofCategories]
    return { body: ok(product), tags }
  }
  sharedRoute(app, getProduct, one)
  sharedRoute(app, getProductBySlug, one)
}
