import { fromCents, isRefundOwed, type StaffPayment, type StaffRefund, toCents } from '@mela/contract'

export type PaymentWithRefunds = StaffPayment & { refunds: StaffRefund[] }

/** The decimal amount that no refund covers yet; a refused refund covers nothing. */
export function leftToRefund({ amount, refunds }: Pick<PaymentWithRefunds, 'amount' | 'refunds'>): number {
  const spoken = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((cents, { amount }) => cents + toCents(amount), 0)
  return fromCents(toCents(amount) - spoken)
}

/** Whether captured money can be refunded: also of a payment that does not count, but not of a reversed one. */
export function canRefund(payment: PaymentWithRefunds): boolean {
  const isAsked = payment.refunds.some(({ state }) => state === 'queued')
  const isTaken = payment.status === 'completed' || isRefundOwed(payment)
  return isTaken && !payment.reversed && !isAsked && leftToRefund(payment) > 0
}
