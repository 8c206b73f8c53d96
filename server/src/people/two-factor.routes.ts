import * as contract from '@mela/contract'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { signedIn, tokenOf } from './request-session.ts'
import { twoFactorStateOf } from './two-factor.repository.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from './two-factor.service.ts'

export const twoFactorRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...contract.getTwoFactor,
    handler: async ({ user }) => ok(await twoFactorStateOf(app.db, user.id)),
  })

  app.route({
    ...contract.beginTwoFactor,
    handler: async (request, reply) => {
      const { name } = (await app.settings.current()).shop
      return reply
        .code(201)
        .send(ok(await beginTwoFactor(app.db, app.env, asking(request), request.body.password, name)))
    },
  })

  app.route({
    ...contract.confirmTwoFactor,
    handler: async request => {
      const recoveryCodes = await confirmTwoFactor(app.db, app.env, asking(request), request.body.code)
      return ok({ recoveryCodes }, 'Two-factor sign-in is on.')
    },
  })

  app.route({
    ...contract.disableTwoFactor,
    handler: async request => {
      await disableTwoFactor(app.db, app.env, asking(request), request.body)
      return ok(null, 'Two-factor sign-in is off.')
    },
  })

  app.route({
    ...contract.renewRecoveryCodes,
    handler: async request => {
      const recoveryCodes = await renewRecoveryCodes(app.db, app.env, asking(request), request.body)
      return ok({ recoveryCodes }, 'You have new recovery codes.')
    },
  })
}

const asking = (request: FastifyRequest) => ({ user: request.user, token: tokenOf(request) })
