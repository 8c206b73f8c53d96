import { confirmEmail as confirmEmailCall, getEmailConfirmation, sendEmailConfirmation } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { confirmEmail, isEmailConfirmed, sendConfirmationAgain } from './email-confirmation.service.ts'

export const emailConfirmationRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...confirmEmailCall,
    handler: async ({ body }) => {
      await confirmEmail(app.db, body.token)
      return ok(null, 'Your address is confirmed. Thank you.')
    },
  })

  app.route({
    ...getEmailConfirmation,
    preHandler: signedIn,
    handler: async ({ user }) => ok({ confirmed: await isEmailConfirmed(app.db, user.id) }),
  })

  app.route({
    ...sendEmailConfirmation,
    config: { limit: 'letters' },
    preHandler: signedIn,
    handler: async ({ user }) => {
      await sendConfirmationAgain(app.db, user.id)
      return ok(null, 'An email is on its way to you.')
    },
  })
}
