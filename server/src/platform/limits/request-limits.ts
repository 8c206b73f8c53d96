import type { Endpoint } from '@mela/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooManyError } from '../http/errors.ts'
import { LINES_OF_SITE, networkOf, SITE_BITS } from '../http/network-address.ts'
import { logRefusal } from '../http/security-log.ts'
import { openPlaces } from './limit-attempts.ts'
import type { RequestCounts } from './request-counts.ts'

/** Searches, figures, payments and their checks count per minute, all else per hour. */
type RouteLimit = NonNullable<Endpoint['limit']>

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: RouteLimit | undefined
    isUncounted?: boolean
    /** The condition is evaluated after the body is read. */
    limitWhen?: (request: FastifyRequest) => boolean
  }
}

/** Answers the proxy's address when it names none, and '' when the client has disconnected. */
export function addressOf({ ip, socket }: FastifyRequest, bits?: number): string {
  const own = socket.remoteAddress ?? ''
  return networkOf(ip ?? '', bits) ?? networkOf(own, bits) ?? own
}

export const siteOf = (request: FastifyRequest) => addressOf(request, SITE_BITS)

const MINUTE = 60
const HOUR = 3600
/** Pay pages ask by themselves, and buyers of one mobile network may share an address. */
const BUYERS_OF_ADDRESS = 5

/** Runs before anything that queries the database. */
export function limitCalls(app: FastifyInstance, limit: 'calls' | 'webhooks' = 'calls'): void {
  if (!app.env.limits) return
  const count = app.requestCounts.open(limit, app.env.limits[limit], MINUTE)
  app.addHook('onRequest', async request => {
    if (!request.routeOptions.config.isUncounted) refuseExceeded(count, addressOf(request))
  })
}

/** More calls of one address would queue for the database ahead of other visitors' calls. */
export function limitCallsAtOnce(app: FastifyInstance): void {
  if (!app.env.limits) return
  const places = openPlaces(
    Number.POSITIVE_INFINITY,
    'Too many requests at once. Please try again.',
    app.env.limits.callsAtOnce,
  )
  app.addHook('onRequest', async (request, reply) => {
    // An event stream lasts, and does not query the database.
    const { isUnattended, isUncounted } = request.routeOptions.config
    if (!isUnattended && !isUncounted) reply.raw.once('close', places.take(addressOf(request)))
  })
}

export function limitPages(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  if (!app.env.limits) return async () => {}
  const count = app.requestCounts.open('pages', app.env.limits.pages, MINUTE)
  return async request => {
    try {
      refuseExceeded(count, addressOf(request))
    } catch (error) {
      logRefusal(request, 'too many requests', 'rate_limited')
      throw error
    }
  }
}

const visitorOrAddress = (request: FastifyRequest) => (request.visitor ?? request.guest)?.id ?? addressOf(request)

type Counted = [key: (request: FastifyRequest) => string, times?: number]

/** Who is counted in so many seconds, and how many times as high as the environment says. */
const ofRoutes: Record<RouteLimit, { seconds: number; counted: Counted[] }> = {
  registrations: { seconds: HOUR, counted: [[addressOf], [siteOf, LINES_OF_SITE]] },
  emails: { seconds: HOUR, counted: [[addressOf], [siteOf, LINES_OF_SITE]] },
  reviews: { seconds: HOUR, counted: [[visitorOrAddress], [addressOf]] },
  shares: { seconds: HOUR, counted: [[addressOf], [siteOf, LINES_OF_SITE]] },
  uploads: { seconds: HOUR, counted: [[visitorOrAddress]] },
  searches: { seconds: MINUTE, counted: [[addressOf]] },
  figures: { seconds: MINUTE, counted: [[addressOf]] },
  payments: { seconds: MINUTE, counted: [[addressOf]] },
  paymentChecks: { seconds: MINUTE, counted: [[visitorOrAddress], [addressOf, BUYERS_OF_ADDRESS]] },
}

export function limitRoutes(app: FastifyInstance): void {
  const { limits } = app.env
  if (!limits) return
  const refuse = (request: FastifyRequest, limit: RouteLimit, counted = ofRoutes[limit].counted) => {
    for (const [keyOf, times = 1] of counted) {
      const most = limits[limit] * times
      refuseExceeded(app.requestCounts.open(`${limit}-${keyOf.name}`, most, ofRoutes[limit].seconds), keyOf(request))
    }
  }
  app.addHook('onRequest', async request => {
    const { limit, limitWhen } = request.routeOptions.config
    if (limit && !limitWhen) refuse(request, limit)
  })
  app.addHook('preHandler', async request => {
    const { limit, limitWhen } = request.routeOptions.config
    if (limit && limitWhen?.(request)) refuse(request, limit, [...ofRoutes[limit].counted, [visitorOrAddress]])
  })
}

function refuseExceeded(count: ReturnType<RequestCounts['open']>, key: string) {
  const seconds = count(key)
  if (seconds !== undefined) {
    throw new TooManyError('You are doing this too often. Please try again later.', seconds)
  }
}
