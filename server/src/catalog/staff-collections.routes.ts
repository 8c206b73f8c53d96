import {
  countCollection,
  createCollection,
  deleteCollection,
  listStaffCollections,
  restoreCollection as restoreCollectionCall,
  updateCollection,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import {
  addCollection,
  countProducts,
  editCollection,
  removeCollection,
  restoreCollection,
  showStaffCollections,
} from './collections.service.ts'

export const staffCollectionRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listStaffCollections, handler: async () => ok(await showStaffCollections(app.db)) })

  app.route({
    ...countCollection,
    handler: async ({ query: { maxPrice = null, newDays = null, tag = null, onSale = false } }) => {
      const isNone = maxPrice === null && newDays === null && tag === null && !onSale
      return ok({ count: isNone ? 0 : await countProducts(app.db, { maxPrice, newDays, tag, onSale }) })
    },
  })

  app.route({
    ...createCollection,
    handler: async ({ user, body }, reply) =>
      reply.code(201).send(ok(await addCollection(app.db, user.id, body), 'Collection created successfully.')),
  })

  app.route({
    ...updateCollection,
    handler: async ({ user, params, body }) =>
      ok(await editCollection(app.db, user.id, params.id, body), 'Collection updated successfully.'),
  })

  app.route({
    ...deleteCollection,
    handler: async ({ user, params }) => {
      await removeCollection(app.db, user.id, params.id)
      return ok(null, 'Collection deleted successfully.')
    },
  })

  app.route({
    ...restoreCollectionCall,
    handler: async ({ user, params }) =>
      ok(await restoreCollection(app.db, user.id, params.id), 'Collection restored successfully.'),
  })
}
