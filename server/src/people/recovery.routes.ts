import { forgotPassword, resetPassword as resetPasswordCall } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import { devicesOf, setDeviceCookie } from './device-cookie.ts'
import { requestPasswordReset, resetPassword } from './recovery.service.ts'

export const recoveryRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...forgotPassword,
    config: { limit: 'emails' },
    handler: async ({ body }) => {
      await requestPasswordReset(app.db, body.email)
      return ok(null, 'If there is an account with this email, an email is on its way to it.')
    },
  })

  app.route({
    ...resetPasswordCall,
    handler: async (request, reply) => {
      const browser = { address: addressOf(request), devices: devicesOf(request) }
      setDeviceCookie(reply, await resetPassword(app.db, app.env, request.body, browser))
      return ok(null, 'Password updated successfully. Please login with it.')
    },
  })
}
