import {
  emulatorPath,
  getPayment,
  getSpecGateway,
  getUnreconciledPayment,
  listGateways,
  type PaymentStatus,
  paths,
  reportPayment,
  SPEC_GATEWAY,
  startOrderPayment,
} from '@mela/contract'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import { isLoopbackHost } from '../platform/http/own-host.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import * as payments from './payments.service.ts'
import { startPayment } from './start-payment.ts'

const messages: Record<PaymentStatus, string> = {
  completed: 'Order paid successfully.',
  pending: 'The payment is pending.',
  failed: 'The payment failed. Please choose another way to pay.',
}

export const paymentRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...listGateways,
    handler: async () => ok(app.gateways.all.map(shownOf)),
  })

  app.route({
    ...getSpecGateway,
    handler: async () => {
      const { name, clientId, mode, emulatorUrl } = app.gateways.of(SPEC_GATEWAY)
      const config = { clientId, mode, ...(emulatorUrl && { emulatorUrl: emulatorPath(name) }) }
      return { ...ok({ ...config, gateways: app.gateways.all.map(shownOf) }), clientId }
    },
  })

  app.route({
    ...startOrderPayment,
    config: { limit: 'payments' },
    handler: async (request, reply) => {
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
  })

  app.route({
    ...getUnreconciledPayment,
    config: { limit: 'paymentChecks' },
    handler: async ({ params, user }) =>
      ok(await payments.findUnreconciled(app.db, app.gateways.of(params.gateway), user.id, params.order)),
  })

  app.route({
    ...reportPayment,
    config: { limit: 'payments' },
    handler: async ({ body, user }, reply) => {
      const gateway = app.gateways.of(body.paymentGateway)
      const { payment, isNew } = await payments.reportPayment(app.db, gateway, user.id, body)
      const shown = await payments.showReported(app.db, user, payment)
      return reply.code(isNew ? 201 : 200).send(ok(shown, messages[payment.status]))
    },
  })

  app.route({
    ...getPayment,
    handler: async ({ params, user }) => ok(await payments.showPayment(app.db, user, params.id)),
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
