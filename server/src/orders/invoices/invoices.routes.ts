import { getInvoice } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../../people/request-session.ts'
import { makeInvoice } from './invoices.service.ts'

export const invoiceRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...getInvoice,
    config: { limit: 'payments' },
    handler: async ({ params, user }, reply) => {
      const { name, content } = await makeInvoice(app.db, params.id, user.role === 'admin' ? undefined : user.id)
      reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(content)
    },
  })
}
