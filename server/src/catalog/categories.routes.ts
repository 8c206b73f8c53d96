import {
  type Category,
  getCategory,
  getCategoryBySlug,
  listCategories,
  listCategoryProducts,
  listCategoryProductsBySlug,
  type ProductListQuery,
} from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listTags, tagged } from '../http/cache-tags.ts'
import { ok } from '../http/envelope.ts'
import { showCategories, showCategory, showCategoryProducts } from './catalog.service.ts'
import { okProductPage } from './product-page.ts'
import { staffCategoryRoutes } from './staff-categories.routes.ts'

export const categoryRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listCategories,
    handler: async ({ visitor }, reply) => {
      tagged(reply, 'catalog')
      return ok(await showCategories(app.db, visitor))
    },
  })

  app.route({
    ...getCategory,
    handler: async ({ params, visitor }, reply) => oneCategory(reply, await showCategory(app.db, params, visitor)),
  })

  app.route({
    ...getCategoryBySlug,
    handler: async ({ params, visitor }, reply) => oneCategory(reply, await showCategory(app.db, params, visitor)),
  })

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

  await app.register(staffCategoryRoutes)
}

function oneCategory(reply: FastifyReply, category: Category) {
  tagged(reply, 'catalog', `category:${category.slug}`)
  return ok(category)
}

type CategoryPage = Awaited<ReturnType<typeof showCategoryProducts>>

function pageOfCategory(reply: FastifyReply, { category, ...page }: CategoryPage, query: ProductListQuery) {
  tagged(reply, `category:${category.slug}`, ...listTags(page.rows, query))
  return okProductPage(page, query)
}
