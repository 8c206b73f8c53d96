import type { FastifyInstance, FastifyRequest } from 'fastify'
import { twoFactorDemanded } from '../people/find-visitor.ts'
import { ClosedError } from '../platform/http/errors.ts'
import { OWN_ADDRESS } from '../platform/http/network-address.ts'
import { findVisitorPassword } from './settings.repository.ts'
import { isPassValid, passOf } from './visitor-pass.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** People need these answers for their accounts and their orders. */
    whileClosed?: boolean
  }
}

/** While the settings cannot be read, those that were read last apply. */
export async function isOpenNow({ settings }: FastifyInstance): Promise<boolean> {
  if (settings.isOpen !== undefined) return settings.isOpen
  const { shop } = await settings.current().catch(() => settings.last)
  return shop.isOpen
}

export async function hasPass(request: FastifyRequest): Promise<boolean> {
  const pass = passOf(request)
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

/** Staff who must first set up two-factor sign-in learn why. */
const refusalOf = ({ visitor }: FastifyRequest) => (visitor?.awaitedRole ? twoFactorDemanded() : new ClosedError())

/** The shop's own pages are answered, too. */
export async function mayCall(request: FastifyRequest): Promise<boolean> {
  const isOwn = request.socket.remoteAddress === OWN_ADDRESS || request.visitor?.role === 'admin'
  return isOwn || (await isOpenNow(request.server)) || (await hasPass(request))
}

/** A route may set `whileClosed` itself. */
export function keepOpen(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    route.config = { whileClosed: true, ...route.config }
  })
}
