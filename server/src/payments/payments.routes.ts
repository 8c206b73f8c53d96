import {
  EMULATOR_PATH,
  getPayment,
  getPaypalConfig,
  getUnreconciledPayment,
  type PaymentStatus,
  paths,
  reportPayment,
  startPaypalPayment,
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
  const paypal = () => app.gateways.of('paypal')

  app.route({
    ...getPaypalConfig,
    handler: async () => {
      const config = paypal().publicConfig()
      return { ...ok({ ...config, gateways: app.gateways.all.map(shownOf) }), clientId: config.clientId }
    },
  })

  app.route({
    ...startPaypalPayment,
    config: { limit: 'payments' },
    handler: async (request, reply) => {
      const { body, user } = request
      const returnUrl = returnOrigin(request) + paths.pay(body.order)
      const brand = (await app.settings.current()).shop.name
      const started = await startPayment(app.db, paypal(), { userId: user.id, orderId: body.order, returnUrl, brand })
      const approveUrl = reachable(request, started.approveUrl)
      return reply.code(201).send(ok({ ...started, approveUrl }, 'Payment started.'))
    },
  })

  app.route({
    ...getUnreconciledPayment,
    config: { limit: 'paymentChecks' },
    handler: async ({ params, user }) => ok(await payments.findUnreconciled(app.db, paypal(), user.id, params.order)),
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

const shownOf = ({ name, displayName, can }: PaymentGateway) => ({ name, displayName, can })

/** A caller can send any Host: without PUBLIC_URL it is used only when it names the caller's own machine. */
function returnOrigin({ server, protocol, host }: FastifyRequest): string {
  const { hasPublicUrl, publicUrl } = server.env
  return new URL(!hasPublicUrl && isLoopbackHost(host) ? `${protocol}://${host}` : publicUrl).origin
}

/** The emulator listens on this machine; callers by the shop's public name reach it below that. */
function reachable({ server, host }: FastifyRequest, approveUrl: string): string {
  const { env, gateways } = server
  if (!gateways.of('paypal').emulatorUrl || !env.hasPublicUrl || isLoopbackHost(host)) return approveUrl
  const { pathname, search } = new URL(approveUrl)
  return new URL(EMULATOR_PATH + pathname + search, env.publicUrl).href
}
