import {
  exactText,
  IDEMPOTENCY_HEADER,
  listPayments,
  listPaymentsByStatus,
  type RefundState,
  refundPayment,
  toCents,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminOnly } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { refundOf } from './refunds.repository.ts'
import * as refunds from './refunds.service.ts'
import * as repository from './staff-payments.repository.ts'

const headers = z.object({ [IDEMPOTENCY_HEADER]: exactText().max(64, 'This key is too long.').optional() })

const refundMessages: Record<RefundState, string> = {
  queued: 'Refund pending: the payment provider is asked again.',
  pending: 'Refund pending.',
  completed: 'Refunded successfully.',
  failed: 'The payment provider refused this refund.',
}

export const staffPaymentRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listPayments,
    handler: async ({ query }) => okPage(await repository.listPayments(app.db, query), query),
  })

  app.route({
    ...listPaymentsByStatus,
    handler: async ({ query, params }) => okPage(await repository.listPayments(app.db, query, params.status), query),
  })

  app.route({
    ...refundPayment,
    schema: { ...refundPayment.schema, headers },
    handler: async ({ params, body, user, headers }, reply) => {
      const refund = await refunds.refundPayment(app.db, app.gateways, {
        paymentId: params.id,
        amountCents: body.amount && toCents(body.amount),
        key: headers[IDEMPOTENCY_HEADER] || undefined,
        actorId: user.id,
      })
      return reply.code(201).send(ok(refundOf(refund), refundMessages[refund.state]))
    },
  })
}
