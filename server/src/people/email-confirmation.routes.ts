import {
  confirmEmail as confirmEmailCall,
  getEmailConfirmation,
  sendEmailConfirmation,
  withdrawEmail,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { confirmEmail, findEmailConfirmation, sendConfirmationAgain } from './email-confirmation.service.ts'
import { deletePendingEmail } from './pending-emails.repository.ts'
import { signedIn, tokenOf } from './request-session.ts'

const moved = 'Your account uses this address now: sign in with it from now on. Every other device is signed out.'

export const emailConfirmationRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...confirmEmailCall,
    handler: async request => {
      const hasMoved = await confirmEmail(app.db, request.body.token, tokenOf(request))
      return ok(null, hasMoved ? moved : 'Your address is confirmed. Thank you.')
    },
  })

  app.route({
    ...getEmailConfirmation,
    preHandler: signedIn,
    handler: async ({ user }) => ok(await findEmailConfirmation(app.db, user.id)),
  })

  app.route({
    ...withdrawEmail,
    preHandler: signedIn,
    handler: async ({ user }) => {
      await deletePendingEmail(app.db, user.id)
      return ok(null, 'Your address stays as it is.')
    },
  })

  app.route({
    ...sendEmailConfirmation,
    config: { limit: 'emails' },
    preHandler: signedIn,
    handler: async ({ user }) => {
      await sendConfirmationAgain(app.db, user.id)
      return ok(null, 'An email is on its way to you.')
    },
  })
}
