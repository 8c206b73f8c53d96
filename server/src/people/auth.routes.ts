import { getDemoAdmin, getLoginOptions, login, logout, register } from '@mela/contract'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { logSignIn } from '../platform/http/security-log.ts'
import { addressOf, siteOf } from '../platform/limits/request-limits.ts'
import { type Browser, demoAdminOf, logIn, logOut, registerCustomer } from './auth.service.ts'
import { hasDemoAdmin } from './demo-admin.ts'
import { devicesOf, setDeviceCookie } from './device-cookie.ts'
import { clearSessionCookie, setSessionCookie, tokenOf } from './request-session.ts'

export const authRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...login,
    config: { isSignIn: true },
    handler: async (request, reply) => {
      const { user, token, devices } = await logIn(app.db, app.env, request.body, browserOf(request))
      await setSessionCookie(reply, token)
      setDeviceCookie(reply, devices)
      logSignIn(request, user.role)
      return { ...ok(user, 'Login successful!'), user }
    },
  })

  app.route({
    ...register,
    config: { limit: 'registrations', whileClosed: false },
    handler: async (request, reply) => {
      const { user, token, devices } = await registerCustomer(app.db, request.body, browserOf(request))
      await setSessionCookie(reply, token)
      setDeviceCookie(reply, devices)
      return reply.code(201).send({ ...ok(user, 'Registration successful!'), user })
    },
  })

  app.route({
    ...getLoginOptions,
    handler: async () => ok({ hasDemoAdmin: await hasDemoAdmin(app.db, app.env) }),
  })

  app.route({
    ...getDemoAdmin,
    handler: async () => ok(await demoAdminOf(app.db, app.env)),
  })

  app.route({
    ...logout,
    handler: async (request, reply) => {
      await logOut(app.db, browserOf(request).token)
      clearSessionCookie(reply)
      reply.header('clear-site-data', KEPT_PAGES)
      return ok(null, 'Logged out successfully!')
    },
  })
}

/** The storage has the cart, and a cookie says that this device is known: both stay. */
const KEPT_PAGES = '"cache"'

function browserOf(request: FastifyRequest): Browser {
  return {
    token: tokenOf(request),
    userAgent: request.headers['user-agent'],
    address: addressOf(request),
    site: siteOf(request),
    devices: devicesOf(request),
  }
}
