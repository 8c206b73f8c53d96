import { getCategory, getCategoryBySlug, listCategories } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { ok } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { type CategoryKey, showCategories, showCategory } from './categories.service.ts'

export const categoryRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listCategories, async (db, _input, visitor) => ({
    body: ok(await showCategories(db, visitor)),
    tags: ['catalog'],
  }))

  async function one(db: Database, { params }: { params: CategoryKey }, visitor: SessionUser | undefined) {
    const category = await showCategory(db, params, visitor)
    const tags: Tag[] = ['catalog', `category:${category.slug}`]
    return { body: ok(category), tags }
  }
  sharedRoute(app, getCategory, one)
  sharedRoute(app, getCategoryBySlug, one)
}
