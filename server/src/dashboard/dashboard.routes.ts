import { getStats } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { findStats } from './stats.repository.ts'

/** What only staff sees. */
export const dashboardRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...getStats, handler: async () => ok(await findStats(app.db)) })
}
