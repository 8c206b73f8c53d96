import { webhookPath } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { ok } from '../platform/http/envelope.ts'
import { BusyError, refused } from '../platform/http/errors.ts'
import { addressOf, limitCalls } from '../platform/limits/request-limits.ts'
import { TooManyQuestionsError } from './gateways/gateway.ts'
import { receiveEvent } from './receive-event.ts'
import { providerTrouble } from './reconcile-payment.ts'

const BODY_LIMIT = 256_000

/** The body stays raw, because it is signed. */
export const webhookRoutes: FastifyPluginAsync = async app => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  limitCalls(app, 'webhooks')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  for (const { name } of app.gateways.all) {
    app.post(webhookPath(name), { bodyLimit: BODY_LIMIT, schema: { hide: true } }, async request => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const gateway = app.gateways.of(name)
      const event = await gateway.readEvent(request.headers, bytes, addressOf(request)).catch(troubleOf)
      if (!event) throw refused('This event was not signed by the payment provider.', 'invalid_signature')

      await receiveEvent(app.db, gateway, event)
      return ok(null)
    })
  }
}

/** A sender's limit is answered without a line in the log, which a flood of forged events would fill. */
function troubleOf(error: unknown): never {
  if (error instanceof TooManyQuestionsError) throw new BusyError()
  return providerTrouble(error)
}
