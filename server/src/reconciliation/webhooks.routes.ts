import type { FastifyPluginAsync } from 'fastify'
import { ok } from '../http/envelope.ts'
import { refused } from '../http/errors.ts'
import { addressOf, limitCalls } from '../limits/request-limits.ts'
import { providerTrouble } from '../payments/reconcile-payment.ts'
import { receiveEvent } from './receive-event.ts'

const BODY_LIMIT = 256_000

/** The providers' webhooks. Without visitor and session, and with the raw body, because that is signed. */
export const webhookRoutes: FastifyPluginAsync = async app => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await limitCalls(app, 'webhooks')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post('/webhooks/paypal', { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async request => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const event = await app.gateway.readEvent(request.headers, bytes, addressOf(request)).catch(providerTrouble)
    if (!event) throw refused('This event was not signed by the payment provider.')

    await receiveEvent(app.db, app.gateway, event)
    return ok(null)
  })
}
