import {
  acceptDispute,
  CLAIM_ACCEPTED,
  EVIDENCE_FILES,
  EVIDENCE_MEGABYTES,
  exactText,
  getDispute,
  getDisputeFile,
  IDEMPOTENCY_HEADER,
  listDisputes,
  listPayments,
  listPaymentsByStatus,
  type RefundState,
  refundPayment,
  sendDisputeEvidence,
  sendDisputeFiles,
  toCents,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { receiveForm, takeUploads } from '../media/uploads.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { answerDispute, readEvidence, TOO_MUCH_EVIDENCE } from './answer-dispute.ts'
import * as disputes from './read-disputes.ts'
import * as staffPayments from './read-payments.ts'
import * as refunds from './refund-payment.ts'
import { refundOf } from './refund-rows.ts'

const headers = z.object({ [IDEMPOTENCY_HEADER]: exactText().max(64, 'This key is too long.').optional() })

const refundMessages: Record<RefundState, string> = {
  queued: 'Refund pending: the payment provider is asked again.',
  pending: 'Refund pending.',
  completed: 'Refunded successfully.',
  failed: 'The payment provider refused this refund.',
}

export const staffPaymentRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...listPayments,
    handler: async ({ query }) => okPage(await staffPayments.listPayments(app.db, query), query),
  })

  app.route({
    ...listPaymentsByStatus,
    handler: async ({ query, params }) => okPage(await staffPayments.listPayments(app.db, query, params.status), query),
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

export const disputeRoutes: FastifyPluginAsyncZod = async app => {
  await app.register(evidenceUpload)

  app.route({
    ...listDisputes,
    handler: async ({ query }) => okPage(await disputes.listDisputes(app.db, query), query),
  })

  app.route({
    ...getDispute,
    handler: async ({ params }) => ok(await disputes.showDispute(app.db, app.gateways, params.id)),
  })

  app.route({
    ...acceptDispute,
    handler: async ({ params, body, user }) => {
      const by = { disputeId: params.id, actorId: user.id }
      const answer = { ...by, action: 'accept-claim', text: body.note ?? CLAIM_ACCEPTED } as const
      return ok(await answerDispute(app.db, app.gateways, answer), 'Claim accepted: PayPal returns the money.')
    },
  })

  app.route({
    ...sendDisputeEvidence,
    handler: async ({ params, body: { note: text, ...parcel }, user }) => {
      const by = { disputeId: params.id, actorId: user.id }
      const answer = { ...by, action: 'provide-evidence' as const, text, ...parcel, files: [] }
      return ok(await answerDispute(app.db, app.gateways, answer), 'Evidence sent.')
    },
  })

  app.route({
    ...getDisputeFile,
    handler: async ({ params }, reply) => {
      const file = await disputes.showDisputeFile(app.db, params.id, params.fileId)
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('x-content-type-options', 'nosniff')
        .type(file.content_type)
        .send(file.bytes)
    },
  })
}

/** The files of an upload are held in memory. */
const EVIDENCE_AT_ONCE = 2

const evidenceUpload: FastifyPluginAsyncZod = async app => {
  const places = openPlaces(EVIDENCE_AT_ONCE, 'The shop is busy with other files. Please try again in a moment.')
  // One more file than is allowed, so that the refusal has its own message.
  await takeUploads(app, EVIDENCE_MEGABYTES, { files: EVIDENCE_FILES + 1, fieldSize: 20_000 })

  app.route({
    ...sendDisputeFiles,
    handler: (request, reply) =>
      places.hold(request.user.id, async () => {
        const evidence = readEvidence(await receiveForm(request, 'files', TOO_MUCH_EVIDENCE))
        const answer = { disputeId: request.params.id, actorId: request.user.id, ...evidence }
        return reply.send(ok(await answerDispute(app.db, app.gateways, answer), 'Evidence sent.'))
      }),
  })
}
