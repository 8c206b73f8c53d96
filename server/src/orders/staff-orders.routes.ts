import { listOrders, listOrdersByStatus } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { okPage } from '../http/envelope.ts'
import * as repository from './staff-orders.repository.ts'

export const staffOrderRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listOrders,
    handler: async ({ query }) => okPage(await repository.listOrders(app.db, query), query),
  })

  app.route({
    ...listOrdersByStatus,
    handler: async ({ query, params }) => okPage(await repository.listOrders(app.db, query, params.status), query),
  })
}
