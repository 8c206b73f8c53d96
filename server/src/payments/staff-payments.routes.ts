import { listPayments, listPaymentsByStatus } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { okPage } from '../http/envelope.ts'
import * as repository from './staff-payments.repository.ts'

export const staffPaymentRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listPayments,
    handler: async ({ query }) => okPage(await repository.listPayments(app.db, query), query),
  })

  app.route({
    ...listPaymentsByStatus,
    handler: async ({ query, params }) => okPage(await repository.listPayments(app.db, query, params.status), query),
  })
}
