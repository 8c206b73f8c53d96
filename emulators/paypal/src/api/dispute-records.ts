import { hour } from '@mela/emulator-base/clock.ts'
import type { Emulator } from '../base/emulator.ts'
import { resourceNotFound } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { money, toCents } from '../base/money.ts'
import type { Capture, Dispute, DisputeOutcome, PaypalStore } from '../base/records.ts'
import { timestamp } from '../base/time.ts'
import { refundedCents } from './payment-view.ts'
import { announceDispute } from './webhook-events.ts'

const answerWithin = 10 * 24 * hour

type Complaint = Pick<Dispute, 'reason' | 'stage' | 'amount'>

export function addDispute(emulator: Emulator, capture: Capture, complaint: Complaint) {
  const { now, store } = emulator
  const createTime = timestamp(now())
  const dispute: Dispute = {
    id: `PP-R-${newId(3)}-${newId(8)}`,
    captureId: capture.id,
    ...complaint,
    status: complaint.stage === 'INQUIRY' ? 'OPEN' : 'WAITING_FOR_SELLER_RESPONSE',
    evidences: [],
    answerUntil: timestamp(new Date(now().getTime() + answerWithin)),
    createTime,
    updateTime: createTime,
  }
  store.disputes.set(dispute.id, dispute)
  store.changed('disputes', dispute.id)
  announceDispute(emulator, 'CUSTOMER.DISPUTE.CREATED', dispute)
  return dispute
}

export function updateDispute(emulator: Emulator, dispute: Dispute, changes: Partial<Dispute>) {
  Object.assign(dispute, changes, { updateTime: timestamp(emulator.now()) })
  emulator.store.changed('disputes', dispute.id)
  announceDispute(emulator, dispute.outcome ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.UPDATED', dispute)
}

export function resolveDispute(emulator: Emulator, dispute: Dispute, code: DisputeOutcome['code'], cents: number) {
  const outcome = { code, refunded: money(cents, dispute.amount.currency_code) }
  updateDispute(emulator, dispute, { status: 'RESOLVED', outcome })
}

/** The amount that the buyer can still get back: at most the remainder of the capture. */
export function disputedCents(emulator: Emulator, dispute: Dispute, capture: Capture) {
  const left = toCents(capture.amount.value) - refundedCents(emulator, capture)
  return Math.min(toCents(dispute.amount.value), left)
}

export function openDisputeOf({ disputes }: PaypalStore, { id }: Capture) {
  return [...disputes.values()].find(({ captureId, status }) => captureId === id && status !== 'RESOLVED')
}

export function requireDispute({ store }: Emulator, id: string) {
  const dispute = store.disputes.get(id)
  if (!dispute) throw resourceNotFound()
  return dispute
}
