import {
  createCategory,
  deleteCategory,
  IDEMPOTENCY_HEADER,
  listStaffCategories,
  orderCategories,
  restoreCategory,
  updateCategory,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { bringBackCategory, removeCategory } from './remove-category.ts'
import * as repository from './staff-categories.repository.ts'
import { addCategory, editCategory, reorderCategories } from './staff-categories.service.ts'

export const staffCategoryRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listStaffCategories, handler: async () => ok(await repository.listStaffCategories(app.db)) })

  app.route({
    ...createCategory,
    schema: { ...createCategory.schema, headers: idempotencyHeaders },
    handler: async ({ user, body, headers }, reply) => {
      const category = await addCategory(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(category, 'Category created successfully.'))
    },
  })

  app.route({
    ...orderCategories,
    handler: async ({ user, body }) =>
      ok(await reorderCategories(app.db, user.id, body), 'Categories reordered successfully.'),
  })

  app.route({
    ...updateCategory,
    handler: async ({ user, params, body }) =>
      ok(await editCategory(app.db, user.id, params.id, body), 'Category updated successfully.'),
  })

  app.route({
    ...deleteCategory,
    handler: async ({ user, params, query }) => {
      await removeCategory(app.db, user.id, params.id, query.moveTo)
      return ok(null, 'Category deleted successfully.')
    },
  })

  app.route({
    ...restoreCategory,
    handler: async ({ user, params }) =>
      ok(await bringBackCategory(app.db, user.id, params.id), 'Category restored successfully.'),
  })
}
