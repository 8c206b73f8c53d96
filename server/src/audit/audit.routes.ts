import { listAudit } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../http/auth.ts'
import { okPage } from '../http/envelope.ts'
import { listAuditEntries } from './audit.repository.ts'

export const auditRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listAudit, handler: async ({ query }) => okPage(await listAuditEntries(app.db, query), query) })
}
