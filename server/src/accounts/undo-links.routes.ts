import * as contract from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { reopenAccount, restoreEmail } from './undo-links.ts'

/** These calls need no session: their owner was locked out of the account. */
export const undoLinkRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...contract.restoreEmail,
    handler: async ({ body }) => {
      await restoreEmail(app.db, body.token)
      return ok(null, 'Your account is back at this address, and every device is signed out.')
    },
  })

  app.route({
    ...contract.reopenAccount,
    handler: async ({ body }) => {
      await reopenAccount(app.db, body.token)
      return ok(null, 'Your account is open again.')
    },
  })
}
