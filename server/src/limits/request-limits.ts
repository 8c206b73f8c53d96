import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooManyError } from '../http/errors.ts'
import { networkOf } from '../http/network-address.ts'
import type { Env } from '../runtime/env.ts'
import { openPlaces } from './places.ts'

type OtherLimit = 'calls' | 'webhooks' | 'pages' | 'callsAtOnce'

/**
 * The limit that a route names in its `config`, as in `config: { limit: 'uploads' }`: searches and payments per minute,
 * all else per hour.
 */
type RouteLimit = Exclude<keyof NonNullable<Env['limits']>, OtherLimit>

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: RouteLimit
    /** Counts only such requests, by address and by account; evaluated after the body is read. */
    limitWhen?: (request: FastifyRequest) => boolean
  }
}

/** The address of calls by the shop's own pages; no outside connection has it. */
export const OWN_ADDRESS = 'own pages'

/**
 * An IPv4 address, or the IPv6 network of so many bits, by default that of one line; of the proxy when that names none,
 * and empty when the client has disconnected.
 */
export function addressOf({ ip, socket }: FastifyRequest, bits?: number): string {
  const own = socket.remoteAddress ?? ''
  return networkOf(ip ?? '', bits) ?? networkOf(own, bits) ?? own
}

/** Limits calls per minute and address (B54). Runs before anything that queries the database. */
export async function limitCalls(app: FastifyInstance, limit: 'calls' | 'webhooks' = 'calls'): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 20_000 })
  if (!app.env.limits) return
  const max = app.env.limits[limit]
  const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator: addressOf, allowList: [OWN_ADDRESS] })
  app.addHook('onRequest', async request => refuseExceeded(await count(request)))
}

/** Limits concurrent calls per address: more would queue for the database ahead of other visitors' calls. */
export function limitCallsAtOnce(app: FastifyInstance): void {
  if (!app.env.limits) return
  const places = openPlaces(
    Number.POSITIVE_INFINITY,
    'Too many requests at once. Please try again.',
    app.env.limits.callsAtOnce,
  )
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request)
    // An event stream lasts, and does not query the database.
    if (address === OWN_ADDRESS || request.routeOptions.config.isUnattended) return
    reply.raw.once('close', places.take(address))
  })
}

/** Limits uncached pages per minute and address; their API calls do not count. */
export async function limitPages(app: FastifyInstance): Promise<(request: FastifyRequest) => Promise<void>> {
  await app.register(rateLimit, { global: false, cache: 20_000 })
  if (!app.env.limits) return async () => {}
  const count = app.createRateLimit({ max: app.env.limits.pages, timeWindow: '1 minute', keyGenerator: addressOf })
  return async request => refuseExceeded(await count(request))
}

/** Limits of single routes; runs after the hook that identifies the visitor. */
export function limitRoutes(app: FastifyInstance): void {
  const { limits } = app.env
  if (!limits) return
  const visitorOrAddress = (request: FastifyRequest) => request.visitor?.id ?? addressOf(request)
  const counting = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: '1 hour', keyGenerator })
  const counts = {
    registrations: counting(limits.registrations, addressOf),
    emails: counting(limits.emails, addressOf),
    reviews: counting(limits.reviews, visitorOrAddress),
    uploads: counting(limits.uploads, visitorOrAddress),
    searches: app.createRateLimit({
      max: limits.searches,
      timeWindow: '1 minute',
      keyGenerator: addressOf,
      allowList: [OWN_ADDRESS],
    }),
    payments: app.createRateLimit({ max: limits.payments, timeWindow: '1 minute', keyGenerator: addressOf }),
  }
  const reviewsFrom = counting(limits.reviews, addressOf)
  app.addHook('onRequest', async request => {
    const { limit, limitWhen } = request.routeOptions.config
    if (!limit || limitWhen) return
    refuseExceeded(await counts[limit](request))
    if (limit === 'reviews') refuseExceeded(await reviewsFrom(request))
  })
  const ofAccount = counting(limits.registrations, visitorOrAddress)
  app.addHook('preHandler', async request => {
    const { limit, limitWhen } = request.routeOptions.config
    if (!limit || !limitWhen?.(request)) return
    refuseExceeded(await counts[limit](request))
    refuseExceeded(await ofAccount(request))
  })
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function refuseExceeded(counted: Counted) {
  if (counted.isAllowed || !counted.isExceeded) return
  throw new TooManyError('You are doing this too often. Please try again later.', counted.ttlInSeconds)
}
