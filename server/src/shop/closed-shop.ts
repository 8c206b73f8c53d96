import { sign, unsign } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { twoFactorDemanded } from '../people/sessions.ts'
import { ShopError } from '../platform/http/errors.ts'
import { cookieName, isSecure } from '../platform/http/same-origin.ts'
import { findVisitorPassword } from './settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    whileClosed?: boolean | undefined
  }
}

/** While the settings cannot be read, those that were read last apply. */
export async function isOpenNow({ settings }: FastifyInstance): Promise<boolean> {
  if (settings.isOpen !== undefined) return settings.isOpen
  const { shop } = await settings.current().catch(() => settings.last)
  return shop.isOpen
}

export async function hasPass(request: FastifyRequest): Promise<boolean> {
  const pass = request.cookies[cookieName(PASS_COOKIE, isSecure(request))]
  if (pass === undefined) return false
  const passwordHash = await findVisitorPassword(request.server.db)
  return passwordHash !== null && isPassValid(pass, passwordHash)
}

/** Admins and visitors with a pass are answered. */
export function refuseWhileClosed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (app.settings.isOpen === true || request.routeOptions.config.whileClosed) return done()
    mayCall(request).then(may => done(may ? undefined : refusalOf(request)), done)
  })
}

const shopClosed = () =>
  new ShopError('unavailable', 'The shop is closed. Please come back later.', { code: 'shop_closed', seconds: 3600 })

/** Staff who must first set up two-factor sign-in learn why. */
const refusalOf = ({ visitor }: FastifyRequest) => (visitor?.awaitedRole ? twoFactorDemanded() : shopClosed())

export const mayCall = async (request: FastifyRequest): Promise<boolean> =>
  request.visitor?.role === 'admin' || (await isOpenNow(request.server)) || (await hasPass(request))

const PASS_COOKIE = 'mela_visitor'
const PASS_SECONDS = 7 * 24 * 3600

/** Another password ends all passes, because its hash signs them. */
export function setPass(reply: FastifyReply, passwordHash: string): void {
  const secure = isSecure(reply.request)
  const until = String(Math.floor(Date.now() / 1000) + PASS_SECONDS)
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: PASS_SECONDS } as const
  reply.setCookie(cookieName(PASS_COOKIE, secure), sign(until, passwordHash), options)
}

function isPassValid(pass: string, passwordHash: string): boolean {
  const { valid, value } = unsign(pass, passwordHash)
  return valid && Number(value) * 1000 > Date.now()
}
