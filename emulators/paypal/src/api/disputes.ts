import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest, unprocessable } from '../base/errors.ts'
import { money as moneySchema } from '../base/order-amount.ts'
import type { Dispute, DisputeOutcome } from '../base/records.ts'
import { parse, text } from '../base/request-schema.ts'
import { requireCapture } from './captures.ts'
import { disputedCents, requireDispute, resolveDispute, updateDispute } from './dispute-records.ts'
import { disputeBody, disputeSummary, isAllowed, stateOf } from './dispute-view.ts'
import { parseEvidences } from './evidence.ts'
import { link } from './payment-view.ts'
import { payBack } from './refunds.ts'

const maxPage = 50
const searchedFor = 180 * 24 * hour
const path = '/v1/customer/disputes'

const acceptance = z
  .strictObject({
    note: text(1, 2000),
    accept_claim_reason: text(1, 255),
    accept_claim_type: z.literal('REFUND'),
    refund_amount: moneySchema,
    invoice_id: text(1, 127),
    return_shipping_address: z.unknown(),
  })
  .partial()
const adjudication = z.strictObject({ adjudication_outcome: z.enum(['BUYER_FAVOR', 'SELLER_FAVOR']) })

/** Last changed first; the `next` link carries the token of the next page. */
export function listDisputes(emulator: Emulator, { query }: ApiRequest): Answer {
  const found = [...emulator.store.disputes.values()].filter(dispute => isWanted(dispute, query)).reverse()
  found.sort((one, other) => other.updateTime.localeCompare(one.updateTime))
  const size = Number(query.get('page_size') ?? 10)
  if (!(size >= 1 && size <= maxPage)) throw refusal('page_size')
  const oldest = ['start_time', 'update_time_after'].find(
    name => emulator.now().getTime() - Date.parse(query.get(name) ?? '') > searchedFor,
  )
  if (oldest) throw refusal(oldest)
  const start = Number(query.get('next_page_token')) || 0
  const items = found.slice(start, start + size).map(dispute => disputeSummary(emulator, dispute))
  const next = new URLSearchParams(query)
  next.set('next_page_token', String(start + size))
  const links = [link(emulator, path, 'self')]
  if (start + size < found.length) links.push(link(emulator, `${path}?${next}`, 'next'))
  return { status: 200, body: { items, links } }
}

const refusal = (field: string) =>
  invalidRequest([{ issue: 'INVALID_PARAMETER_VALUE', description: 'The value of a field is invalid.', field }])

function isWanted(dispute: Dispute, query: URLSearchParams) {
  const states = query.get('dispute_state')?.split(',')
  const isAfter = (name: string, time: string) => !(Date.parse(time) < Date.parse(query.get(name) ?? ''))
  return (
    (states?.includes(stateOf(dispute)) ?? true) &&
    (query.get('disputed_transaction_id') ?? dispute.captureId) === dispute.captureId &&
    isAfter('update_time_after', dispute.updateTime) &&
    isAfter('start_time', dispute.createTime)
  )
}

export function showDispute(emulator: Emulator, { id }: ApiRequest): Answer {
  return { status: 200, body: disputeBody(emulator, requireDispute(emulator, id)) }
}

export function acceptClaim(emulator: Emulator, { id, json }: ApiRequest): Answer {
  parse(acceptance, json ?? {})
  const dispute = requireAllowed(emulator, id, 'accept-claim')
  decideDispute(emulator, dispute, 'RESOLVED_BUYER_FAVOUR')
  return acted(emulator, dispute)
}

export async function provideEvidence(emulator: Emulator, { id, multipart }: ApiRequest): Promise<Answer> {
  const evidences = await parseEvidences(multipart)
  const dispute = requireAllowed(emulator, id, 'provide-evidence')
  updateDispute(emulator, dispute, { status: 'UNDER_REVIEW', evidences: [...dispute.evidences, ...evidences] })
  return acted(emulator, dispute)
}

/** Decides a dispute as PayPal's agent does; PayPal offers the call in the sandbox only. */
export function adjudicate(emulator: Emulator, { id, json }: ApiRequest): Answer {
  const { adjudication_outcome } = parse(adjudication, json)
  const dispute = requireAllowed(emulator, id, 'adjudicate')
  const isBuyer = adjudication_outcome === 'BUYER_FAVOR'
  decideDispute(emulator, dispute, isBuyer ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR')
  return acted(emulator, dispute)
}

/**
 * Resolves a dispute; when the buyer wins, PayPal refunds the disputed amount, at most `award` cents. A payout is
 * PayPal's own money.
 */
export function decideDispute(emulator: Emulator, dispute: Dispute, code: DisputeOutcome['code'], award = Infinity) {
  const capture = requireCapture(emulator, dispute.captureId)
  const isPaid = code === 'RESOLVED_BUYER_FAVOUR' || code === 'RESOLVED_WITH_PAYOUT'
  const cents = isPaid ? Math.min(award, disputedCents(emulator, dispute, capture)) : 0
  resolveDispute(emulator, dispute, code, cents)
  if (cents > 0 && code !== 'RESOLVED_WITH_PAYOUT') payBack(emulator, capture, cents)
}

function requireAllowed(emulator: Emulator, id: string, action: Parameters<typeof isAllowed>[1]) {
  const dispute = requireDispute(emulator, id)
  if (isAllowed(dispute, action)) return dispute
  throw unprocessable([{ issue: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE' }])
}

function acted(emulator: Emulator, { id }: Dispute): Answer {
  return { status: 200, body: { links: [link(emulator, `${path}/${id}`, 'self')] } }
}
