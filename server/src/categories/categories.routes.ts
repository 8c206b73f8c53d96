import { type Category, getCategory, getCategoryBySlug, listCategories } from '@mela/contract'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tagged } from '../http/cache-tags.ts'
import { ok } from '../http/envelope.ts'
import { showCategories, showCategory } from './categories.service.ts'

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
}

function oneCategory(reply: FastifyReply, category: Category) {
  tagged(reply, 'catalog', `category:${category.slug}`)
  return ok(category)
}
