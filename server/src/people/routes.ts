import * as contract from '@mela/contract'
import {
  changePassword,
  confirmEmail as confirmEmailCall,
  endOtherSessions,
  endSession,
  forgotPassword,
  getDemoAdmin,
  getEmailConfirmation,
  getLoginOptions,
  listSessions,
  login,
  logout,
  register,
  resetPassword as resetPasswordCall,
  sendEmailConfirmation,
  withdrawEmail,
} from '@mela/contract'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/errors.ts'
import { logSignIn } from '../platform/http/security-log.ts'
import { addressOf, siteOf } from '../platform/limits/request-limits.ts'
import { confirmEmail, findEmailConfirmation, sendConfirmationAgain } from './change-email.ts'
import { changePassword as changeOwnPassword } from './change-password.ts'
import { deletePendingEmail } from './email-rows.ts'
import { devicesOf, setDeviceCookie } from './known-devices.ts'
import { requestPasswordReset, resetPassword } from './recover-password.ts'
import { clearSessionCookie, setSessionCookie, tokenOf } from './request-session.ts'
import { twoFactorStateOf } from './second-factor.ts'
import { hasDemoAdmin } from './session-user.ts'
import { listSessionsOf, revokeSession, revokeSessions } from './sessions.ts'
import { type Browser, demoAdminOf, logIn, logOut, registerCustomer } from './sign-in.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from './two-factor.ts'

export const peopleRoutes: FastifyPluginAsyncZod = async app => {
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

  app.route({
    ...confirmEmailCall,
    handler: async request => {
      const hasMoved = await confirmEmail(app.db, request.body.token, tokenOf(request))
      return ok(null, hasMoved ? moved : 'Your address is confirmed. Thank you.')
    },
  })

  app.route({
    ...getEmailConfirmation,
    handler: async ({ user }) => ok(await findEmailConfirmation(app.db, user.id)),
  })

  app.route({
    ...withdrawEmail,
    handler: async ({ user }) => {
      await deletePendingEmail(app.db, user.id)
      return ok(null, 'Your address stays as it is.')
    },
  })

  app.route({
    ...sendEmailConfirmation,
    handler: async ({ user }) => {
      await sendConfirmationAgain(app.db, user.id)
      return ok(null, 'An email is on its way to you.')
    },
  })

  app.route({
    ...forgotPassword,
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
      await revokeSessions(app.db, request.user.id, { exceptToken: tokenOf(request) })
      return ok(null, 'All other devices are signed out.')
    },
  })

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

const moved = 'Your account uses this address now: sign in with it from now on. Every other device is signed out.'

const asking = (request: FastifyRequest) => ({ user: request.user, token: tokenOf(request) })
