import {
  countFacets,
  getProduct,
  getProductCards,
  getSaleFigures,
  listProducts,
  listProductsOnSale,
  suggestProducts,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listTags, tagged } from '../http/cache-tags.ts'
import { ok } from '../http/envelope.ts'
import { showFacets } from '../search/show-facets.ts'
import { okProductPage } from './product-page.ts'
import { findProductCards } from './products.repository.ts'
import { showProduct, showProducts } from './products.service.ts'
import { findHighestPercent } from './sale-figures.ts'
import { suggest } from './suggest.ts'

export const productRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listProducts,
    config: { limit: 'searches' },
    handler: async ({ query }, reply) => {
      const page = await showProducts(app.db, {}, query)
      tagged(reply, ...listTags(page.rows, query))
      return okProductPage(page, query)
    },
  })

  app.route({
    ...listProductsOnSale,
    config: { limit: 'searches' },
    handler: async ({ query }, reply) => {
      const page = await showProducts(app.db, { onSale: true }, query)
      tagged(reply, ...listTags(page.rows, query))
      return okProductPage(page, query)
    },
  })

  app.route({
    ...getSaleFigures,
    config: { limit: 'searches' },
    handler: async (_request, reply) => {
      tagged(reply, 'catalog')
      return ok({ highestPercent: await findHighestPercent(app.db) })
    },
  })

  app.route({
    ...countFacets,
    config: { limit: 'searches' },
    handler: async ({ query }, reply) => {
      tagged(reply, 'catalog', 'ratings')
      return ok(await showFacets(app.db, query))
    },
  })

  app.route({
    ...suggestProducts,
    config: { limit: 'searches' },
    handler: async ({ query }, reply) => {
      const suggestions = await suggest(app.db, query.keyword)
      tagged(reply, ...listTags(suggestions.products))
      return ok(suggestions)
    },
  })

  app.route({
    ...getProductCards,
    handler: async ({ query }) => ok(await findProductCards(app.db, query.ids, query.variants)),
  })

  app.route({
    ...getProduct,
    handler: async ({ params, visitor }, reply) => {
      const product = await showProduct(app.db, params.id, visitor)
      tagged(
        reply,
        `product:${product._id}`,
        `reviews:${product._id}`,
        `reviewers:${product._id}`,
        `category:${product.category.slug}`,
      )
      return ok(product)
    },
  })
}
