import type { Emulator } from '../base/emulator.ts'
import type { Link } from '../base/errors.ts'
import type { Dispute } from '../base/records.ts'
import { link } from './payment-view.ts'

type Action = 'accept-claim' | 'provide-evidence' | 'adjudicate'

/** The next actions of the merchant or, in the sandbox, of PayPal's agent. */
const actions: Record<Dispute['status'], Action[]> = {
  OPEN: ['accept-claim'],
  WAITING_FOR_SELLER_RESPONSE: ['accept-claim', 'provide-evidence'],
  UNDER_REVIEW: ['adjudicate'],
  RESOLVED: [],
}

const states: Record<Dispute['status'], string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}

export function isAllowed({ status }: Dispute, action: Action) {
  return actions[status].includes(action)
}

export function stateOf({ status }: Dispute) {
  return states[status]
}

export function disputeSummary(emulator: Emulator, dispute: Dispute) {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    disputed_transactions: [{ seller_transaction_id: dispute.captureId, buyer_transaction_id: dispute.captureId }],
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: stateOf(dispute),
    dispute_amount: dispute.amount,
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: 'INTERNAL',
    links: [link(emulator, pathOf(dispute), 'self')],
  }
}

export function disputeBody(emulator: Emulator, dispute: Dispute) {
  const { outcome, evidences, answerUntil } = dispute
  const mayAnswer = isAllowed(dispute, 'accept-claim')
  return {
    ...disputeSummary(emulator, dispute),
    disputed_transactions: [disputedTransaction(emulator, dispute)],
    dispute_outcome: outcome && { outcome_code: outcome.code, amount_refunded: outcome.refunded },
    seller_response_due_date: mayAnswer ? answerUntil : undefined,
    messages: [],
    evidences,
    allowed_response_options: mayAnswer ? { accept_claim: { accept_claim_types: ['REFUND'] } } : undefined,
    links: [
      link(emulator, pathOf(dispute), 'self'),
      ...actions[dispute.status].map(action => actionLink(emulator, dispute, action)),
    ],
  }
}

function disputedTransaction({ store }: Emulator, { captureId }: Dispute) {
  const capture = store.captures.get(captureId)
  return {
    buyer_transaction_id: captureId,
    seller_transaction_id: captureId,
    create_time: capture?.createTime,
    transaction_status: 'COMPLETED',
    gross_amount: capture?.amount,
    custom: capture?.customId,
    invoice_number: capture?.invoiceId,
  }
}

function actionLink(emulator: Emulator, dispute: Dispute, action: Action): Link {
  return link(emulator, `${pathOf(dispute)}/${action}`, action.replace('-', '_'), 'POST')
}

function pathOf({ id }: Dispute) {
  return `/v1/customer/disputes/${id}`
}
