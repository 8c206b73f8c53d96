import { isRefundOwed, leftToRefund, type StaffPayment, type StaffRefund } from '@mela/contract'

export type PaymentWithRefunds = StaffPayment & { refunds: StaffRefund[] }

/** Whether captured money can be refunded: also of a payment that does not count, but not of a reversed one. */
export function canRefund(payment: PaymentWithRefunds): boolean {
  const isAsked = payment.refunds.some(({ state }) => state === 'queued')
  const isTaken = payment.status === 'completed' || isRefundOwed(payment)
  return isTaken && !payment.reversed && !isAsked && leftToRefund(payment) > 0
}
