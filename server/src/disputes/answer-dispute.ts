import { type DisputeDetails, sendDisputeEvidence } from '@mela/contract'
import { recordAudit } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { type DisputeEvidence, GatewayError, type PaymentGateway } from '../gateways/gateway.ts'
import { conflict, invalidBecause, refused } from '../http/errors.ts'
import type { UploadedForm } from '../limits/uploads.ts'
import { insertAnswer, markAnswer } from '../payment-records/dispute-answers.repository.ts'
import { isOfGateway } from '../payment-records/disputes.repository.ts'
import { providerTrouble } from '../payments/reconcile-payment.ts'
import { showDispute } from './disputes.service.ts'
import { evidenceFiles } from './evidence-files.ts'

type Answer = ({ action: 'accept-claim'; text: string } | ({ action: 'provide-evidence' } & DisputeEvidence)) & {
  /** Our own id of the dispute. */
  disputeId: string
  actorId: string
}

const past = { 'accept-claim': 'accepted', 'provide-evidence': 'answered' } as const

/**
 * Does what staff decided, if the provider allows it just now, and shows what came of it. The answer is written before
 * the provider is asked: silence leaves it as being sent, because the provider may have taken it. Free text stays out of
 * the audit log.
 */
export async function answerDispute(db: Database, gateway: PaymentGateway, answer: Answer): Promise<DisputeDetails> {
  const { disputeId: id, actorId: actor, action } = answer
  const { disputeId, actions } = await showDispute(db, gateway, id)
  if (!(await isOfGateway(db, id, gateway.name))) {
    throw conflict('This dispute belongs to a payment gateway that the shop is not connected to. Answer it there.')
  }
  if (!actions.includes(action)) throw conflict('The payment provider does not allow this for this dispute now.')

  const answerId = await insertAnswer(db, answer)
  await send(gateway, disputeId, answer).catch(error => keepRefusal(db, answerId, error))
  await db.transaction().execute(async db => {
    await markAnswer(db, answerId, { state: 'sent' })
    const after = { dispute: disputeId, answer: answerId }
    await recordAudit(db, { actor, action: `dispute.${past[action]}`, subject: `dispute:${id}`, after })
  })
  return showDispute(db, gateway, id)
}

function send({ disputes }: PaymentGateway, disputeId: string, answer: Answer): Promise<void> {
  if (answer.action === 'accept-claim') return disputes.accept(disputeId, answer.text)
  return disputes.sendEvidence(disputeId, answer)
}

async function keepRefusal(db: Database, answerId: string, error: unknown): Promise<never> {
  if (!(error instanceof GatewayError) || error.kind === 'ambiguous') return providerTrouble(error)
  const refusal = `PayPal: ${error.description ?? error.issue ?? 'refused.'}`
  await markAnswer(db, answerId, { state: 'refused', refusal })
  throw conflict(refusal)
}

/** The evidence in a form: what is sent as a body without files, as JSON in `input`, and the files. */
export function readEvidence({ texts, files }: UploadedForm) {
  const { success, data, error } = sendDisputeEvidence.schema.body.safeParse(jsonOf(texts.get('input')))
  if (!success) throw invalidBecause(error)
  const { note, ...parcel } = data
  return { action: 'provide-evidence', ...parcel, text: note, files: evidenceFiles(files) } as const
}

function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('This request could not be read.')
  }
}
