import {
  CLAIM_ACCEPTED,
  disputeCalls,
  EVIDENCE_FILES,
  EVIDENCE_MEGABYTES,
  IDEMPOTENCY_HEADER,
  type RefundState,
  staffPaymentCalls,
  toCents,
} from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { receiveForm, takeUploads } from '../media/uploads.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { answerDispute, readEvidence, TOO_MUCH_EVIDENCE } from './answer-dispute.ts'
import { listDisputes, showDispute, showDisputeFile } from './read-disputes.ts'
import { listPayments } from './read-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { refundOf } from './rows.ts'

const refundMessages: Record<RefundState, string> = {
  queued: 'Refund pending: the payment provider is asked again.',
  pending: 'Refund pending.',
  completed: 'Refunded successfully.',
  failed: 'The payment provider refused this refund.',
}

export const staffPaymentRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, staffPaymentCalls, {
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
  })
}

export const disputeRoutes: FastifyPluginAsync = async app => {
  await app.register(evidenceUpload)

  answerCalls(app, disputeCalls, {
    'GET /disputes': async ({ query }) => okPage(await listDisputes(app.db, query), query),
    'GET /disputes/:id': async ({ params }) => ok(await showDispute(app.db, app.gateways, params.id)),
    'POST /disputes/:id/accept': async ({ params, body, user }) => {
      const by = { disputeId: params.id, actorId: user.id }
      const answer = { ...by, action: 'accept-claim', text: body.note ?? CLAIM_ACCEPTED } as const
      return ok(await answerDispute(app.db, app.gateways, answer), 'Claim accepted: PayPal returns the money.')
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
