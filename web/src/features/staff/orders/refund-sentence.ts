import { leftToRefund, type OrderStatus, type StaffOrder } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'

/** The decimal amount that goes back by itself when the order gets this status; 0 when none does. */
export function goesBack({ payments = [] }: Pick<StaffOrder, 'payments'>, status: OrderStatus): number {
  const payment = payments.find(({ status, problem }) => status === 'completed' && problem === null)
  const isReturned = status === 'refunded' || (status === 'cancelled' && !payment?.disputed)
  return payment && isReturned && !payment.reversed ? Math.max(0, leftToRefund(payment)) : 0
}

/** The effect of cancelling on the payment, as a sentence; undefined when nothing was paid. */
export function refundSentence({ payments = [] }: Pick<StaffOrder, 'payments'>): string | undefined {
  const payment = payments.find(({ status, problem }) => status !== 'failed' && problem === null)
  if (!payment) return undefined
  if (payment.status === 'pending') return 'Its payment has not arrived yet; should it arrive, it goes straight back.'

  const left = leftToRefund(payment)
  if (left <= 0) return 'All that was paid for it is on its way back or has gone back already.'
  if (payment.reversed) return 'The bank has taken its payment back: nothing is left to refund.'
  if (payment.disputed)
    return `Its payment is disputed: the payment provider decides who gets the ${priceText(left, payment.currency)}.`
  return `${priceText(left, payment.currency)} goes back to its customer by itself.`
}
