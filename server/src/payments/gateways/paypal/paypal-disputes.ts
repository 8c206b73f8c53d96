import { Readable } from 'node:stream'
import { type DisputeAction, type DisputeState, disputeActions } from '@mela/contract'
import { FileWrapper } from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import type { PaymentGateway } from '../gateway.ts'
import { callByHand, findById, type PaypalCall, persistently } from './paypal-client.ts'
import { moneyOf } from './paypal-orders.ts'

const DISPUTES = '/v1/customer/disputes'
const date = z.coerce.date()
const links = z.array(z.object({ rel: z.string(), href: z.string() })).default([])

const amount = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currencyCode, value }) => moneyOf({ currencyCode, value }))

const item = z
  .object({ dispute_id: z.string(), update_time: date })
  .transform(({ dispute_id: id, update_time: updatedAt }) => ({ id, updatedAt }))
const list = z.object({ items: z.array(item).default([]), links })

const dispute = z.object({
  dispute_id: z.string(),
  reason: z.string().default('OTHER'),
  status: z.string().default('OTHER'),
  dispute_life_cycle_stage: z.string().default('INQUIRY'),
  dispute_amount: amount,
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: amount.optional() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  seller_response_due_date: date.optional(),
  messages: z.array(z.object({ posted_by: z.string(), time_posted: date, content: z.string().catch('') })).catch([]),
  create_time: date,
  update_time: date,
  links,
})

export function paypalDisputes(call: PaypalCall): PaymentGateway['disputes'] {
  const get = (path: string, query: Record<string, unknown> = {}) =>
    callByHand(call, 'GET', path, request => request.query(query))

  async function listFrom(query: Record<string, unknown>): Promise<z.output<typeof list>['items']> {
    const { items, links } = list.parse(await persistently(() => get(DISPUTES, query)))
    const next = nextPage(links)
    return next ? [...items, ...(await listFrom(next))] : items
  }

  return {
    listChanged: since => listFrom({ update_time_after: since.toISOString(), page_size: 50 }),

    async retrieve(id) {
      const found = await findById(id, () => get(`${DISPUTES}/${id}`))
      return found === undefined ? undefined : detailsOf(dispute.parse(found))
    },

    async accept(id, note) {
      await callByHand(call, 'POST', `${DISPUTES}/${id}/accept-claim`, request => request.json({ note }))
    },

    async sendEvidence(id, { carrier, trackingNumber, text, files }) {
      // Staff type a carrier in their own words, which are not those of PayPal's list.
      const tracking = { carrier_name: 'OTHER', carrier_name_other: carrier, tracking_number: trackingNumber }
      const evidence = { evidence_type: 'PROOF_OF_FULFILLMENT', evidence_info: { tracking_info: [tracking] } }
      const input = { evidences: [{ ...evidence, ...(text && { notes: text }) }] }
      // Built anew for a retry: a part can be read once.
      const form = () => ({
        input: filePart('input.json', 'application/json', Buffer.from(JSON.stringify(input))),
        ...Object.fromEntries(
          files.map(({ name, contentType, bytes }, i) => [`file${i + 1}`, filePart(name, contentType, bytes)]),
        ),
      })
      await callByHand(call, 'POST', `${DISPUTES}/${id}/provide-evidence`, request => request.formData(form()))
    },
  }
}

const filePart = (filename: string, contentType: string, bytes: Buffer) =>
  new FileWrapper(Readable.from([bytes]), { contentType, filename })

function nextPage(links: { rel: string; href: string }[]): Record<string, unknown> | undefined {
  const next = links.find(({ rel }) => rel === 'next')?.href
  return next && URL.canParse(next) ? Object.fromEntries(new URL(next).searchParams) : undefined
}

function detailsOf(found: z.output<typeof dispute>) {
  const { dispute_outcome: outcome } = found
  return {
    id: found.dispute_id,
    chargeId: found.disputed_transactions.find(one => one.seller_transaction_id)?.seller_transaction_id,
    state: disputeStateOf(found.status, outcome?.outcome_code),
    words: {
      reason: found.reason,
      status: found.status,
      stage: found.dispute_life_cycle_stage,
      outcome: outcome?.outcome_code,
    },
    amount: found.dispute_amount,
    awarded: outcome?.amount_refunded,
    respondBy: found.seller_response_due_date,
    openedAt: found.create_time,
    updatedAt: found.update_time,
    actions: actionsIn(found.links),
    messages: found.messages.map(({ posted_by: by, time_posted: at, content: text }) => ({ by, at, text })),
  }
}

/** A payout is PayPal's own money: the shop keeps the payment. */
const endStates = new Map<string | undefined, DisputeState>([
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['ACCEPTED', 'lost'],
  ['DENIED', 'won'],
])

export function disputeStateOf(status: string, outcome: string | undefined): DisputeState {
  if (status === 'RESOLVED') return endStates.get(outcome) ?? 'closed'
  return status === 'WAITING_FOR_SELLER_RESPONSE' ? 'needs_response' : 'under_review'
}

function actionsIn(links: { rel: string; href: string }[]): DisputeAction[] {
  return disputeActions.filter(action =>
    links.some(({ rel, href }) => `${rel} ${href}`.replaceAll('_', '-').includes(action)),
  )
}
