import { fromCents, toCents } from '../shared/money.ts'
import type { StaffRefund } from './refunds.ts'

interface Refundable {
  amount: number
  refunds: Pick<StaffRefund, 'amount' | 'state'>[]
}

/** A refused refund covers nothing. */
export function leftToRefund({ amount, refunds }: Refundable): number {
  const asked = refunds.filter(({ state }) => state !== 'failed')
  return fromCents(asked.reduce((left, { amount }) => left - toCents(amount), toCents(amount)))
}
