import {
  CLAIM_ACCEPTED,
  disputeCalls,
  EVIDENCE_FILES,
  EVIDENCE_MEGABYTES,
  emulatorPath,
  expressCalls,
  gatewayKeyCalls,
  IDEMPOTENCY_HEADER,
  type PaymentStatus,
  paths,
  paymentCalls,
  paymentGateways,
  type RefundState,
  SPEC_GATEWAY,
  staffPaymentCalls,
  toCents,
  webhookPath,
} from '@mela/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { receiveForm, takeUploads } from '../media/uploads.ts'
import { callerOf } from '../people/request-session.ts'
import { newId } from '../platform/database/ids.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { BusyError, ok, okPage, refused } from '../platform/http/errors.ts'
import { isLoopbackHost } from '../platform/http/same-origin.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { addressOf, limitCalls } from '../platform/limits/request-limits.ts'
import { orderTermsOf, paymentModeOf } from '../shop/order-terms.ts'
import { answerDispute, readEvidence, TOO_MUCH_EVIDENCE } from './answer-dispute.ts'
import { listConnections, removeGatewayKeys, saveGatewayKeys, testGatewayKeys } from './connect-provider.ts'
import { findExpressBuyer, openExpress, requireApproved } from './express-payment.ts'
import { type PaymentGateway, TooManyQuestionsError } from './gateways/gateway.ts'
import { providerTrouble } from './payment-sessions.ts'
import { listDisputes, showDispute, showDisputeFile } from './read-disputes.ts'
import { listPayments, showPayment, showReported, showStaffPayment } from './read-payments.ts'
import { recordReceipt, removeReceipt } from './record-receipt.ts'
import { refundPart } from './refund-part.ts'
import { refundPayment } from './refund-payment.ts'
import { findUnreconciled, reportPayment } from './report-payment.ts'
import { refundOf } from './rows.ts'
import { receiveEvent } from './run-payment-round.ts'
import { startPayment } from './start-payment.ts'
import { listWaysToPay } from './ways-to-pay.ts'

const messages: Record<PaymentStatus, string> = {
  completed: 'Order paid successfully.',
  pending: 'The payment is pending.',
  failed: 'The payment failed. Please choose another way to pay.',
}

const refundMessages: Record<RefundState, string> = {
  queued: 'Refund pending: the payment provider is asked again.',
  pending: 'Refund pending.',
  completed: 'Refunded successfully.',
  failed: 'The payment provider refused this refund.',
}

export const paymentRoutes: FastifyPluginAsync = async app => {
  await app.register(evidenceUpload)

  answerCalls(app, paymentCalls, {
    'GET /payments/gateways': async () => {
      const settings = await app.settings.current()
      return ok(listWaysToPay(app.gateways, settings, paymentModeOf(app.env, settings)))
    },
    [`GET /payments/${SPEC_GATEWAY}` as const]: async () => {
      const { name, clientId, mode, emulatorUrl } = app.gateways.of(SPEC_GATEWAY)
      const config = { clientId, mode, ...(emulatorUrl && { emulatorUrl: emulatorPath(name) }) }
      return {
        ...ok({
          ...config,
          gateways: app.gateways.all.map(({ name, displayName, can }) => ({ name, displayName, can })),
        }),
        clientId,
      }
    },
    'POST /payments/:gateway/orders': async (request, reply) => {
      const { params, body, user } = request
      const gateway = app.gateways.of(params.gateway)
      const about = gateway.name === SPEC_GATEWAY ? '' : `?gateway=${gateway.name}`
      const returnUrl = returnOrigin(request) + paths.pay(body.order) + about
      const { shop, money, payments } = await app.settings.current()
      const payer = {
        userId: user.id,
        orderId: body.order,
        returnUrl,
        brand: shop.name,
        shopCountry: money.taxCountry,
        payments,
        address: addressOf(request),
        approved: body.ticket === undefined ? undefined : requireApproved(app.env, gateway, body.ticket, user.id),
      }
      const started = await startPayment(app.db, app.gateways, gateway, payer)
      const approveUrl = reachable(request, gateway, started.approveUrl)
      return reply.code(201).send(ok({ ...started, approveUrl }, 'Payment started.'))
    },
    'GET /payments/:gateway/orders/:order': async ({ params, user }) =>
      ok(await findUnreconciled(app.db, app.gateways, user.id, params.order)),
    'POST /payments': async ({ body, user }, reply) => {
      const gateway = app.gateways.of(body.paymentGateway)
      const { payment, isNew } = await reportPayment(app.db, gateway, user.id, body)
      const shown = await showReported(app.db, user, payment)
      return reply.code(isNew ? 201 : 200).send(ok(shown, messages[payment.status]))
    },
  })

  answerCalls(app, expressCalls, {
    'POST /payments/:gateway/express': async (request, reply) => {
      const gateway = app.gateways.of(request.params.gateway)
      const settings = await app.settings.current()
      const terms = orderTermsOf(app.env, settings)
      const caller = { userId: request.visitor?.id, address: addressOf(request), limits: terms.guesses }
      const origin = returnOrigin(request)
      const opened = await openExpress({ db: app.db, env: app.env, terms }, gateway, caller, request.body, {
        brand: settings.shop.name,
        returnUrl: `${origin}${paths.checkout}?express=${gateway.name}`,
        cancelUrl: `${origin}${paths.cart}?express=${gateway.name}`,
      })
      return reply.code(201).send(ok({ ...opened, approveUrl: reachable(request, gateway, opened.approveUrl) }))
    },
    'POST /payments/:gateway/express/buyer': async ({ params, body, visitor }) => {
      const terms = orderTermsOf(app.env, await app.settings.current())
      return ok(await findExpressBuyer(app.env, terms, app.gateways.of(params.gateway), visitor?.id, body))
    },
  })

  const connections = async (message?: string) => ok(await listConnections(app), message)
  answerCalls(app, gatewayKeyCalls, {
    'GET /payments/keys': () => connections(),
    'PUT /payments/keys/:gateway/:environment': async request =>
      connections(await saveGatewayKeys(app, callerOf(request), request.params, request.body)),
    'POST /payments/keys/:gateway/:environment/test': async ({ params }) => {
      const { account, message } = await testGatewayKeys(app, params)
      return ok({ account }, message)
    },
    'DELETE /payments/keys/:gateway/:environment': async request =>
      connections(await removeGatewayKeys(app, callerOf(request), request.params, request.body)),
  })

  answerCalls(app, staffPaymentCalls, {
    'GET /payments/:id': async ({ params, user }) => ok(await showPayment(app.db, user, params.id)),
    'GET /payments': async ({ query }) => okPage(await listPayments(app.db, query), query),
    'GET /payments/status/:status': async ({ query, params }) =>
      okPage(await listPayments(app.db, query, params.status), query),
    'POST /payments/:id/refunds': async ({ params, body, user, headers }, reply) => {
      const refund = await refundPayment(app.db, app.gateways, {
        paymentId: params.id,
        amountCents: body.amount && toCents(body.amount),
        key: headers[IDEMPOTENCY_HEADER] || undefined,
        actorId: user.id,
      })
      return reply.code(201).send(ok(refundOf(refund), refundMessages[refund.state]))
    },
    'POST /orders/:id/refunds': async ({ params, body, user, headers }, reply) => {
      const amountCents = body.amount && toCents(body.amount)
      const key = headers[IDEMPOTENCY_HEADER] || undefined
      const { lines } = body
      const wanted = { orderId: params.id, amountCents, lines, key, actorId: user.id }
      const { split, state } = await refundPart(app.db, app.gateways, wanted)
      return reply.code(201).send(ok(split, refundMessages[state]))
    },
  })

  answerCalls(app, staffPaymentCalls, {
    'POST /payments/:id/receipts': async ({ params, body, user, headers }, reply) => {
      const { isWhole } = await recordReceipt(app.db, {
        ...{ paymentId: params.id, amountCents: toCents(body.amount), receivedOn: body.receivedOn },
        ...{ note: body.note ?? null, key: headers[IDEMPOTENCY_HEADER] || newId(), actorId: user.id },
      })
      const payment = await showStaffPayment(app.db, params.id)
      return reply.code(201).send(ok(payment, isWhole ? 'Recorded: the order is paid.' : 'Recorded.'))
    },
    'DELETE /payments/:id/receipts/:receipt': async ({ params, user }) => {
      await removeReceipt(app.db, params.id, params.receipt, user.id)
      return ok(await showStaffPayment(app.db, params.id), 'Taken back.')
    },
  })

  answerCalls(app, disputeCalls, {
    'GET /disputes': async ({ query }) => okPage(await listDisputes(app.db, query), query),
    'GET /disputes/:id': async ({ params }) => ok(await showDispute(app.db, app.gateways, params.id)),
    'POST /disputes/:id/accept': async ({ params, body, user }) => {
      const by = { disputeId: params.id, actorId: user.id }
      const answer = { ...by, action: 'accept-claim', text: body.note ?? CLAIM_ACCEPTED } as const
      return ok(
        await answerDispute(app.db, app.gateways, answer),
        'Claim accepted: the payment provider returns the money.',
      )
    },
    'POST /disputes/:id/evidence': async ({ params, body: { note: text, ...parcel }, user }) => {
      const by = { disputeId: params.id, actorId: user.id }
      const answer = { ...by, action: 'provide-evidence' as const, text, ...parcel, files: [] }
      return ok(await answerDispute(app.db, app.gateways, answer), 'Evidence sent.')
    },
    'GET /disputes/:id/files/:fileId': async ({ params }, reply) => {
      const file = await showDisputeFile(app.db, params.id, params.fileId)
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('x-content-type-options', 'nosniff')
        .type(file.content_type)
        .send(file.bytes)
    },
  })
}

/** A caller can send any Host: without PUBLIC_URL it is used only when it names the caller's own machine. */
function returnOrigin({ server, protocol, host }: FastifyRequest): string {
  const { hasPublicUrl, publicUrl } = server.env
  return new URL(!hasPublicUrl && isLoopbackHost(host) ? `${protocol}://${host}` : publicUrl).origin
}

/** The emulator listens on this machine; callers by the shop's public name reach it below that. */
function reachable({ server, host }: FastifyRequest, gateway: PaymentGateway, approveUrl: string): string {
  const { env } = server
  if (!gateway.emulatorUrl || !approveUrl.startsWith(gateway.emulatorUrl) || !env.hasPublicUrl || isLoopbackHost(host))
    return approveUrl
  const { pathname, search } = new URL(approveUrl)
  return new URL(emulatorPath(gateway.name) + pathname + search, env.publicUrl).href
}

/** The files of an upload are held in memory. */
const EVIDENCE_AT_ONCE = 2

const evidenceUpload: FastifyPluginAsync = async app => {
  const places = openPlaces(EVIDENCE_AT_ONCE, 'The shop is busy with other files. Please try again in a moment.')
  // One more file than is allowed, so that the refusal has its own message.
  await takeUploads(app, EVIDENCE_MEGABYTES, { files: EVIDENCE_FILES + 1, fieldSize: 20_000 })

  answerCalls(app, disputeCalls, {
    'POST /disputes/:id/evidence/files': (request, reply) =>
      places.hold(request.user.id, async () => {
        const evidence = readEvidence(await receiveForm(request, 'files', TOO_MUCH_EVIDENCE))
        const answer = { disputeId: request.params.id, actorId: request.user.id, ...evidence }
        return reply.send(ok(await answerDispute(app.db, app.gateways, answer), 'Evidence sent.'))
      }),
  })
}

const BODY_LIMIT = 256_000

/** The body stays raw, because it is signed. */
export const webhookRoutes: FastifyPluginAsync = async app => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  limitCalls(app, 'webhooks')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  for (const name of paymentGateways) {
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
