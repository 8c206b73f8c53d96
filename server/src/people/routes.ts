import { authCalls, recoveryCalls, securityCalls, twoFactorCalls } from '@mela/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok } from '../platform/http/errors.ts'
import { shareCalls } from '../platform/http/shared-calls.ts'
import { addressOf, siteOf } from '../platform/limits/request-limits.ts'
import { confirmEmail, findEmailConfirmation, sendConfirmationAgain } from './change-email.ts'
import { changePassword as changeOwnPassword, requestPasswordReset, resetPassword } from './change-password.ts'
import { deletePendingEmail } from './email-rows.ts'
import { expireGuestLinks } from './guests.ts'
import { devicesOf, setDeviceCookie } from './known-devices.ts'
import { twoFactorStateOf } from './prove-owner.ts'
import { callerOf, clearSessionCookie, setSessionCookie, tokenOf } from './request-session.ts'
import { findDemoAdmin } from './session-user.ts'
import { deleteSession, listSessionsOf, revokeSessions } from './sessions.ts'
import { logIn, registerCustomer } from './sign-in.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from './two-factor.ts'

export const peopleRoutes: FastifyPluginAsync = async app => {
  shareCalls(app, authCalls, {
    'GET /auth/options': async db => ({ body: ok({ demoAdmin: await findDemoAdmin(db, app.env) }), tags: ['shop'] }),
  })
  answerCalls(app, authCalls, {
    'POST /auth/login': {
      config: { isSignIn: true },
      handler: async (request, reply) => {
        const { user, token, devices } = await logIn(app.db, app.env, request.body, browserOf(request))
        await setSessionCookie(reply, token)
        setDeviceCookie(reply, devices)
        request.log.info({ security: 'signed in', role: user.role, requestId: request.id }, 'security')
        return { ...ok(user, 'Login successful!'), user }
      },
    },
    'POST /auth/register': async (request, reply) => {
      const { user, token, devices } = await registerCustomer(app.db, request.body, browserOf(request))
      await setSessionCookie(reply, token)
      setDeviceCookie(reply, devices)
      return reply.code(201).send({ ...ok(user, 'Registration successful!'), user })
    },
    'POST /auth/logout': async (request, reply) => {
      await deleteSession(app.db, tokenOf(request))
      // The address bar of a shared device offers the link that was opened.
      if (request.guest) await expireGuestLinks(app.db, request.guest.id)
      clearSessionCookie(reply)
      reply.header('clear-site-data', KEPT_PAGES)
      return ok(null, 'Logged out successfully!')
    },
  })

  answerCalls(app, recoveryCalls, {
    'POST /auth/confirm-email': async request => {
      const { hasMoved, adoptedOrders } = await confirmEmail(app.db, request.body.token, tokenOf(request))
      const confirmed = hasMoved ? moved : 'Your address is confirmed. Thank you.'
      return ok(null, adoptedOrders > 0 ? `${confirmed} ${adopted(adoptedOrders)}` : confirmed)
    },
    'GET /users/current-user/email-confirmation': async ({ user }) => ok(await findEmailConfirmation(app.db, user.id)),
    'DELETE /users/current-user/email-confirmation': async ({ user }) => {
      await deletePendingEmail(app.db, user.id)
      return ok(null, 'Your address stays as it is.')
    },
    'POST /users/current-user/email-confirmation': async ({ user }) => {
      await sendConfirmationAgain(app.db, user.id)
      return ok(null, 'An email is on its way to you.')
    },
    'POST /auth/forgot-password': async ({ body }) => {
      await requestPasswordReset(app.db, body.email)
      return ok(null, 'If there is an account with this email, an email is on its way to it.')
    },
    'POST /auth/reset-password': async (request, reply) => {
      const browser = { address: addressOf(request), devices: devicesOf(request) }
      setDeviceCookie(reply, await resetPassword(app.db, app.env, request.body, browser))
      return ok(null, 'Password updated successfully. Please login with it.')
    },
  })

  answerCalls(app, securityCalls, {
    'PATCH /users/current-user/password': async (request, reply) => {
      const browser = { token: tokenOf(request), userAgent: request.headers['user-agent'] }
      const { token, devices } = await changeOwnPassword(app.db, app.env, request.user, request.body, browser)
      await setSessionCookie(reply, token)
      setDeviceCookie(reply, devices)
      return ok(null, 'Password updated successfully.')
    },
    'GET /users/current-user/sessions': async request =>
      ok(await listSessionsOf(app.db, request.user.id, tokenOf(request))),
    'DELETE /users/current-user/sessions/:id': async ({ user, params }) => {
      await revokeSessions(app.db, user.id, { id: params.id })
      return ok(null, 'That device is signed out.')
    },
    'DELETE /users/current-user/sessions': async request => {
      await revokeSessions(app.db, request.user.id, { exceptToken: tokenOf(request) })
      return ok(null, 'All other devices are signed out.')
    },
  })

  answerCalls(app, twoFactorCalls, {
    'GET /users/current-user/two-factor': async ({ user }) => ok(await twoFactorStateOf(app.db, user.id)),
    'POST /users/current-user/two-factor': async (request, reply) => {
      const { name } = (await app.settings.current()).shop
      return reply
        .code(201)
        .send(ok(await beginTwoFactor(app.db, app.env, callerOf(request), request.body.password, name)))
    },
    'POST /users/current-user/two-factor/confirm': async request => {
      const recoveryCodes = await confirmTwoFactor(app.db, app.env, callerOf(request), request.body.code)
      return ok({ recoveryCodes }, 'Two-factor sign-in is on.')
    },
    'POST /users/current-user/two-factor/disable': async request => {
      await disableTwoFactor(app.db, app.env, callerOf(request), request.body)
      return ok(null, 'Two-factor sign-in is off.')
    },
    'POST /users/current-user/two-factor/recovery-codes': async request => {
      const recoveryCodes = await renewRecoveryCodes(app.db, app.env, callerOf(request), request.body)
      return ok({ recoveryCodes }, 'You have new recovery codes.')
    },
  })
}

/** The storage has the cart, and a cookie says that this device is known: both stay. */
const KEPT_PAGES = '"cache"'

const browserOf = (request: FastifyRequest) => ({
  token: tokenOf(request),
  userAgent: request.headers['user-agent'],
  address: addressOf(request),
  site: siteOf(request),
  devices: devicesOf(request),
})

const adopted = (orders: number) =>
  orders === 1
    ? 'The order that you placed as a guest is in your account now.'
    : `The ${orders} orders that you placed as a guest are in your account now.`

const moved = 'Your account uses this address now: sign in with it from now on. Every other device is signed out.'
