import { listCategoryProducts, listCategoryProductsBySlug, type ProductListQuery } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listTags, tagged } from '../http/cache-tags.ts'
import { okProductPage } from './product-page.ts'
import { showCategoryProducts } from './products.service.ts'

export const categoryProductRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listCategoryProducts,
    config: { limit: 'searches' },
    handler: async ({ params, query }, reply) =>
      pageOfCategory(reply, await showCategoryProducts(app.db, params, query), query),
  })

  app.route({
    ...listCategoryProductsBySlug,
    config: { limit: 'searches' },
    handler: async ({ params, query }, reply) =>
      pageOfCategory(reply, await showCategoryProducts(app.db, params, query), query),
  })
}

type CategoryPage = Awaited<ReturnType<typeof showCategoryProducts>>

function pageOfCategory(reply: FastifyReply, { category, ...page }: CategoryPage, query: ProductListQuery) {
  tagged(reply, `category:${category.slug}`, ...listTags(page.rows, query))
  return okProductPage(page, query)
}
