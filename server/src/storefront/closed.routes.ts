import cookie from '@fastify/cookie'
import { passwordOfVisitors, paths } from '@mela/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPasswordRight } from '../people/passwords.ts'
import { forbidden, ShopError } from '../platform/http/errors.ts'
import { refuseOtherOrigins } from '../platform/http/same-origin.ts'
import { failedAttempt, limitAttempts, visitorCounters } from '../platform/limits/limit-attempts.ts'
import { addressOf, limitCalls, siteOf } from '../platform/limits/request-limits.ts'
import { setPass } from '../shop/closed-shop.ts'
import { findVisitorPassword } from '../shop/settings.ts'
import { ENTER_PATH, sendClosed } from './closed-page.ts'

const LONGEST_FORM = 4000

/** Takes the password of visitors, from a form that needs no script. */
export async function enterRoutes(app: FastifyInstance): Promise<void> {
  refuseOtherOrigins(app)
  await app.register(cookie)
  limitCalls(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  // A reload, or the address bar, requests this path by GET after a wrong password.
  app.get(ENTER_PATH, { schema: { hide: true } }, (_request, reply) => reply.redirect(paths.home, 303))

  app.post(ENTER_PATH, { bodyLimit: LONGEST_FORM, schema: { hide: true } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const back = ownPath(form.get('back') ?? '')
    try {
      const passwordHash = await proveVisitor(request, form.get('password') ?? '')
      if (passwordHash !== null) setPass(reply, passwordHash)
      return reply.header('cache-control', 'no-store').redirect(back, 303)
    } catch (error) {
      if (error instanceof ShopError) return sendClosed(request, reply, { refusal: error, back })
      throw error
    }
  })
}

async function proveVisitor(request: FastifyRequest, password: string): Promise<string | null> {
  const { db, env } = request.server
  const passwordHash = await findVisitorPassword(db)
  if (passwordHash === null) return null
  const counters = visitorCounters(env, { address: addressOf(request), site: siteOf(request) })
  await limitAttempts(db, counters, async () => {
    const { data: typed } = passwordOfVisitors.safeParse(password)
    if (typed === undefined || !(await isPasswordRight(typed, passwordHash)))
      throw failedAttempt(forbidden('This password is not right.'))
  })
  return passwordHash
}

/** A path of the shop; home for anything else. */
function ownPath(back: string): string {
  const shop = 'http://shop'
  const url = back.startsWith('/') && URL.canParse(back, shop) ? new URL(back, shop) : undefined
  // The path of /.//example.org begins like the address of another site.
  return url?.origin === shop && !url.pathname.startsWith('//') ? url.pathname + url.search : paths.home
}
