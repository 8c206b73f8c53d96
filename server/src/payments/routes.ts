import {
  emulatorPath,
  type PaymentStatus,
  paths,
  paymentCalls,
  SPEC_GATEWAY,
  staffPaymentCalls,
  webhookPath,
} from '@mela/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { BusyError, ok, refused } from '../platform/http/errors.ts'
import { isLoopbackHost } from '../platform/http/same-origin.ts'
import { addressOf, limitCalls } from '../platform/limits/request-limits.ts'
import { type PaymentGateway, TooManyQuestionsError } from './gateways/gateway.ts'
import { providerTrouble } from './payment-sessions.ts'
import { receiveEvent } from './process-event.ts'
import { showPayment, showReported } from './read-payments.ts'
import { findUnreconciled, reportPayment } from './report-payment.ts'
import { startPayment } from './start-payment.ts'

const messages: Record<PaymentStatus, string> = {
  completed: 'Order paid successfully.',
  pending: 'The payment is pending.',
  failed: 'The payment failed. Please choose another way to pay.',
}

export const paymentRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, paymentCalls, {
    'GET /payments/gateways': async () => ok(app.gateways.all.map(shownOf)),
    [`GET /payments/${SPEC_GATEWAY}` as const]: async () => {
      const { name, clientId, mode, emulatorUrl } = app.gateways.of(SPEC_GATEWAY)
      const config = { clientId, mode, ...(emulatorUrl && { emulatorUrl: emulatorPath(name) }) }
      return { ...ok({ ...config, gateways: app.gateways.all.map(shownOf) }), clientId }
    },
    'POST /payments/:gateway/orders': async (request, reply) => {
      const { params, body, user } = request
      const gateway = app.gateways.of(params.gateway)
      const about = gateway.name === SPEC_GATEWAY ? '' : `?gateway=${gateway.name}`
      const returnUrl = returnOrigin(request) + paths.pay(body.order) + about
      const brand = (await app.settings.current()).shop.name
      const payer = { userId: user.id, orderId: body.order, returnUrl, brand }
      const started = await startPayment(app.db, app.gateways, gateway, payer)
      const approveUrl = reachable(request, gateway, started.approveUrl)
      return reply.code(201).send(ok({ ...started, approveUrl }, 'Payment started.'))
    },
    'GET /payments/:gateway/orders/:order': async ({ params, user }) =>
      ok(await findUnreconciled(app.db, app.gateways.of(params.gateway), user.id, params.order)),
    'POST /payments': async ({ body, user }, reply) => {
      const gateway = app.gateways.of(body.paymentGateway)
      const { payment, isNew } = await reportPayment(app.db, gateway, user.id, body)
      const shown = await showReported(app.db, user, payment)
      return reply.code(isNew ? 201 : 200).send(ok(shown, messages[payment.status]))
    },
  })

  answerCalls(app, staffPaymentCalls, {
    'GET /payments/:id': async ({ params, user }) => ok(await showPayment(app.db, user, params.id)),
  })
}

const shownOf = ({ name, displayName, can, mode, site }: PaymentGateway) => ({ name, displayName, can, mode, site })

/** A caller can send any Host: without PUBLIC_URL it is used only when it names the caller's own machine. */
function returnOrigin({ server, protocol, host }: FastifyRequest): string {
  const { hasPublicUrl, publicUrl } = server.env
  return new URL(!hasPublicUrl && isLoopbackHost(host) ? `${protocol}://${host}` : publicUrl).origin
}

/** The emulator listens on this machine; callers by the shop's public name reach it below that. */
function reachable({ server, host }: FastifyRequest, gateway: PaymentGateway, approveUrl: string): string {
  const { env } = server
  if (!gateway.emulatorUrl || !env.hasPublicUrl || isLoopbackHost(host)) return approveUrl
  const { pathname, search } = new URL(approveUrl)
  return new URL(emulatorPath(gateway.name) + pathname + search, env.publicUrl).href
}

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
