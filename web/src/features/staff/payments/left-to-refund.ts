import { fromCents, paymentProblems, type StaffPayment, type StaffRefund, toCents } from '@mela/contract'

export type PaymentWithRefunds = StaffPayment & { refunds: StaffRefund[] }

/** What no refund speaks for yet, in dollars; a refused one speaks for nothing. */
export function leftToRefund({ amount, refunds }: Pick<PaymentWithRefunds, 'amount' | 'refunds'>): number {
  const spoken = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((cents, { amount }) => cents + toCents(amount), 0)
  return fromCents(toCents(amount) - spoken)
}

/** Whether money was taken that can go back: a payment that must not count has taken some as well; the bank may have it back. */
export function canRefund(payment: PaymentWithRefunds): boolean {
  const { status, problem, reversed } = payment
  const isOwed = status === 'failed' && problem !== null && problem !== paymentProblems.unapproved
  const isAsked = payment.refunds.some(({ state }) => state === 'queued')
  return (status === 'completed' || isOwed) && !reversed && !isAsked && leftToRefund(payment) > 0
}
