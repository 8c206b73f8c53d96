import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest, missing } from '../base/errors.ts'
import { parseForm } from '../base/form-body.ts'
import { newId, seconds } from '../base/ids.ts'
import type { Charge, Dispute } from '../base/records.ts'
import { answerList, answerWith } from './answers.ts'
import { announce } from './events.ts'

const answerWithin = 10 * 24 * hour

export interface Complaint {
  amount: number
  reason: string
  isInquiry: boolean
}

export function addDispute(emulator: Emulator, charge: Charge, { amount, reason, isInquiry }: Complaint) {
  const { store, now } = emulator
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: seconds(now()),
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: seconds(new Date(now().getTime() + answerWithin)),
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: { type: 'card', card: { case_type: isInquiry ? 'inquiry' : 'chargeback' } },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  charge.disputed = true
  store.changed('charges', charge.id)
  saveDispute(emulator, dispute)
  announce(emulator, 'charge.dispute.created', dispute)
}

const evidence = z.record(
  z.enum([
    'customer_communication',
    'receipt',
    'service_documentation',
    'shipping_carrier',
    'shipping_documentation',
    'shipping_tracking_number',
    'uncategorized_file',
    'uncategorized_text',
  ]),
  z.string().max(20_000),
)

const update = z.strictObject({
  evidence: z.partialRecord(evidence.keyType, evidence.valueType).default({}),
  submit: z.enum(['true', 'false']).default('true'),
})

export function updateDispute(emulator: Emulator, { id, form }: ApiRequest): Answer {
  const asked = parseForm(update, form)
  const dispute = requireAnswerable(emulator, id)
  const unknown = Object.values(asked.evidence).find(
    value => value?.startsWith('file_') && !emulator.store.files.has(value),
  )
  if (unknown) throw missing('file upload', unknown)
  Object.assign(dispute.evidence, asked.evidence)
  dispute.evidence_details.has_evidence = true
  if (asked.submit === 'true') {
    dispute.evidence_details.submission_count += 1
    dispute.status = dispute.status === 'warning_needs_response' ? 'warning_under_review' : 'under_review'
  }
  saveDispute(emulator, dispute)
  announce(emulator, 'charge.dispute.updated', dispute)
  return answerWith(emulator.store, dispute)
}

/** The shop gives in. */
export function closeDispute(emulator: Emulator, { id }: ApiRequest): Answer {
  const dispute = requireAnswerable(emulator, id)
  decideDispute(emulator, dispute, 'lost')
  return answerWith(emulator.store, dispute)
}

/** A dispute is prevented by a resolution here, which gives the amount to the buyer. */
export function decideDispute(
  emulator: Emulator,
  dispute: Dispute,
  status: 'won' | 'lost' | 'warning_closed' | 'prevented',
) {
  dispute.status = status
  if (status === 'prevented') dispute.payment_method_details.card.case_type = 'resolution'
  saveDispute(emulator, dispute)
  announce(emulator, 'charge.dispute.closed', dispute)
}

/** A bank has nothing left to ask about. */
export function endInquiries(emulator: Emulator, { id }: Charge) {
  const asked = [...emulator.store.disputes.values()].filter(({ charge }) => charge === id)
  for (const dispute of asked.filter(({ status }) => /^warning_(?!closed)/.test(status)))
    decideDispute(emulator, dispute, 'warning_closed')
}

export function showDispute({ store }: Emulator, { id, query }: ApiRequest): Answer {
  return answerWith(store, requireDispute(store, id), query)
}

export function listDisputes({ store }: Emulator, request: ApiRequest): Answer {
  return answerList([...store.disputes.values()], '/v1/disputes', request)
}

export function requireDispute({ disputes }: Emulator['store'], id: string): Dispute {
  const dispute = disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

function requireAnswerable({ store }: Emulator, id: string): Dispute {
  const dispute = requireDispute(store, id)
  if (dispute.status.endsWith('needs_response')) return dispute
  throw invalidRequest(`This dispute is ${dispute.status} and takes no answer.`)
}

function saveDispute({ store }: Emulator, dispute: Dispute) {
  store.disputes.set(dispute.id, dispute)
  store.changed('disputes', dispute.id)
}

const EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png']
const EVIDENCE_BYTES = 5_000_000

/** Evidence that is a file is uploaded first. */
export async function createFile({ store }: Emulator, { multipart }: ApiRequest): Promise<Answer> {
  const file = multipart.get('file')
  const purpose = String(multipart.get('purpose') ?? '')
  if (!(file instanceof File) || purpose !== 'dispute_evidence')
    throw invalidRequest('Upload a file with the purpose dispute_evidence.', 'parameter_missing', 'file')
  if (!EVIDENCE_TYPES.includes(file.type) || file.size > EVIDENCE_BYTES)
    throw invalidRequest('Evidence is a PDF, JPEG or PNG of up to 5 MB.', undefined, 'file')
  const stored = { id: newId('file'), object: 'file', filename: file.name, purpose, size: file.size } as const
  store.files.set(stored.id, stored)
  store.changed('files', stored.id)
  return { status: 200, body: stored }
}
