import { getAuditFilters, listAudit } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok, okPage } from '../http/envelope.ts'
import { adminOnly } from '../sessions/request-session.ts'
import { listAuditEntries, listAuditFilters } from './audit.repository.ts'

export const auditRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listAudit, handler: async ({ query }) => okPage(await listAuditEntries(app.db, query), query) })

  app.route({ ...getAuditFilters, handler: async () => ok(await listAuditFilters(app.db)) })
}
