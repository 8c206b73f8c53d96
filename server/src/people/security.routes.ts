import { changePassword, endOtherSessions, endSession, listSessions } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { changePassword as changeOwnPassword } from './change-password.ts'
import { setDeviceCookie } from './device-cookie.ts'
import { setSessionCookie, signedIn, tokenOf } from './request-session.ts'
import { listSessionsOf } from './sessions.repository.ts'
import { revokeOtherSessions, revokeSession } from './sessions.service.ts'

export const securityRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...changePassword,
    handler: async (request, reply) => {
      const browser = { token: tokenOf(request), userAgent: request.headers['user-agent'] }
      const { token, devices } = await changeOwnPassword(app.db, app.env, request.user, request.body, browser)
      await setSessionCookie(reply, token)
      setDeviceCookie(reply, devices)
      return ok(null, 'Password updated successfully.')
    },
  })

  app.route({
    ...listSessions,
    handler: async request => ok(await listSessionsOf(app.db, request.user.id, tokenOf(request))),
  })

  app.route({
    ...endSession,
    handler: async ({ user, params }) => {
      await revokeSession(app.db, user.id, params.id)
      return ok(null, 'That device is signed out.')
    },
  })

  app.route({
    ...endOtherSessions,
    handler: async request => {
      await revokeOtherSessions(app.db, request.user.id, tokenOf(request))
      return ok(null, 'All other devices are signed out.')
    },
  })
}
