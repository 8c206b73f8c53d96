import type { DisputeAction, DisputeState } from '@mela/contract'
import type Stripe from 'stripe'
import type { DisputeEvidence, PaymentGateway } from '../gateway.ts'
import { ask, askFor } from './stripe-client.ts'

/** Stripe takes one file in each of these fields. */
const FILE_FIELDS = [
  'shipping_documentation',
  'uncategorized_file',
  'receipt',
  'customer_communication',
  'service_documentation',
] as const

export function stripeDisputes({ charges, disputes, files, refunds }: Stripe): PaymentGateway['disputes'] {
  async function uploadFiles(given: DisputeEvidence['files']): Promise<Record<string, string>> {
    const fields: Record<string, string> = {}
    for (const [at, { name, contentType: type, bytes: data }] of given.entries()) {
      const file = await ask(files.create({ purpose: 'dispute_evidence', file: { data, name, type } }))
      fields[FILE_FIELDS[at] ?? 'uncategorized_file'] = file.id
    }
    return fields
  }

  return {
    /** Stripe does not tell when a dispute changed, so each that may still change counts as changed now. */
    async listChanged(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const found = await ask(disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 }))
      return found.map(({ id }) => ({ id, updatedAt: new Date() }))
    },

    async retrieve(id) {
      const found = /^(du|dp)_\w+$/.test(id) ? await askFor(disputes.retrieve(id)) : undefined
      return found && detailsOf(found)
    },

    /** Stripe takes no note with it. An inquiry has moved no money, and ends with a refund. */
    async accept(id) {
      const { status, charge, payment_intent, amount } = await ask(disputes.retrieve(id))
      if (!isInquiry(status)) return void (await ask(disputes.close(id)))
      if (!payment_intent) return
      const paid = await ask(charges.retrieve(idOf(charge)))
      const refund = {
        payment_intent: idOf(payment_intent),
        amount: Math.min(amount, paid.amount - paid.amount_refunded),
      }
      await ask(refunds.create(refund, { idempotencyKey: `accept ${id}` }))
    },

    async sendEvidence(id, { carrier, trackingNumber, text, files }) {
      const evidence = {
        shipping_carrier: carrier,
        shipping_tracking_number: trackingNumber,
        ...(text && { uncategorized_text: text }),
        ...(await uploadFiles(files)),
      }
      await ask(disputes.update(id, { evidence, submit: true }))
    },
  }
}

const isInquiry = (status: string) => status.startsWith('warning_')

const idOf = (linked: string | { id: string }) => (typeof linked === 'object' ? linked.id : linked)

function detailsOf(found: Stripe.Dispute) {
  const { id, reason, status, amount: cents, payment_intent, evidence_details } = found
  const amount = { cents, currency: found.currency.toUpperCase() }
  const state = disputeStateOf(found)
  const actions: DisputeAction[] = state === 'needs_response' ? ['accept-claim', 'provide-evidence'] : []
  const outcome = state === 'won' || state === 'lost' || state === 'closed' ? status : undefined
  return {
    id,
    chargeId: payment_intent ? idOf(payment_intent) : undefined,
    state,
    words: { reason, status, stage: isInquiry(status) ? 'inquiry' : 'chargeback', outcome },
    amount,
    awarded: state === 'lost' ? amount : undefined,
    respondBy: evidence_details.due_by ? new Date(evidence_details.due_by * 1000) : undefined,
    openedAt: new Date(found.created * 1000),
    updatedAt: new Date(),
    actions,
    messages: [],
  }
}

type Decided = Pick<Stripe.Dispute, 'payment_method_details'> & { status: string }

/** One that was prevented by a resolution took the money, as a lost one does; by a block it took nothing. */
export function disputeStateOf({ status, payment_method_details: paidBy }: Decided): DisputeState {
  if (status.endsWith('needs_response')) return 'needs_response'
  if (status === 'won' || status === 'lost') return status
  if (status === 'prevented') return paidBy?.card?.case_type === 'resolution' ? 'lost' : 'closed'
  return status === 'warning_closed' ? 'closed' : 'under_review'
}
