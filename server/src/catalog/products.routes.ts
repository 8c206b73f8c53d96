import { getProduct, getProductCards, listProducts, listProductsOnSale } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { productTags, tagged } from '../http/cache-tags.ts'
import { ok, okPage } from '../http/envelope.ts'
import { showProduct } from './catalog.service.ts'
import { findProductCards, listProductCards } from './products.repository.ts'

export const productRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listProducts,
    handler: async ({ query }, reply) => {
      const page = await listProductCards(app.db, {}, query)
      tagged(reply, 'catalog', ...productTags(page.rows))
      return okPage(page, query)
    },
  })

  app.route({
    ...listProductsOnSale,
    handler: async ({ query }, reply) => {
      const page = await listProductCards(app.db, { onSale: true }, query)
      tagged(reply, 'catalog', ...productTags(page.rows))
      return okPage(page, query)
    },
  })

  app.route({
    ...getProductCards,
    handler: async ({ query }) => ok(await findProductCards(app.db, query.ids)),
  })

  app.route({
    ...getProduct,
    handler: async ({ params, visitor }, reply) => {
      const product = await showProduct(app.db, params.id, visitor)
      tagged(reply, `product:${product._id}`, `category:${product.category.slug}`)
      return ok(product)
    },
  })
}
