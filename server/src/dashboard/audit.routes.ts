import { getAuditFilters, listAudit } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { listAuditEntries, listAuditFilters } from '../platform/audit/audit.repository.ts'
import { ok, okPage } from '../platform/http/envelope.ts'

export const auditRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listAudit, handler: async ({ query }) => okPage(await listAuditEntries(app.db, query), query) })

  app.route({ ...getAuditFilters, handler: async () => ok(await listAuditFilters(app.db)) })
}
