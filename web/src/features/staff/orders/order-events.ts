import { paymentProblems, type StaffOrder } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'

export interface OrderEvent {
  key: string
  at: string
  text: string
  /** The user; the system when there is none. */
  by: string
  /** Further details. */
  note?: string | undefined
}

type Person = { name: { firstName: string; lastName: string } } | null | undefined

const PROVIDER = 'the payment provider'
const THE_SHOP = 'the shop'

const nameOf = (person: Person, fallback: string) =>
  person ? `${person.name.firstName} ${person.name.lastName}` : fallback

/** All events of an order and its payments, newest first. */
export function orderEvents({ history = [], payments = [] }: Pick<StaffOrder, 'history' | 'payments'>): OrderEvent[] {
  const moves = history.map(({ status, at, by }, i) => ({
    key: `move-${i}`,
    at,
    text: i === 0 ? 'Placed' : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`,
    by: nameOf(by, THE_SHOP),
  }))
  const tries = payments
    .filter(({ status, problem }) => status === 'failed' || problem)
    .map(({ _id, update_time, amount, currency, problem }) => ({
      key: _id,
      at: update_time,
      text: `Payment of ${priceText(amount, currency)} refused`,
      by: problem === null || problem === paymentProblems.unapproved ? PROVIDER : THE_SHOP,
      note: problem ?? undefined,
    }))
  const refunds = payments
    .flatMap(payment => payment.refunds)
    .map(refund => ({
      key: refund._id,
      at: refund.createdAt,
      text: `Refund of ${priceText(refund.amount, refund.currency)} ${refundWords[refund.state]}`,
      by: refund.state === 'failed' ? PROVIDER : nameOf(refund.by, refund.origin === 'provider' ? PROVIDER : THE_SHOP),
      note: refund.failure ?? refund.reason ?? undefined,
    }))
  return [...moves, ...tries, ...refunds].sort((a, b) => b.at.localeCompare(a.at))
}

const refundWords = { queued: 'requested', pending: 'sent', completed: 'made', failed: 'refused' } as const
