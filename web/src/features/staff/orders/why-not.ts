import { nextStatuses, type OrderStatus, type StaffOrder, toCents } from '@mela/contract'

type Paid = NonNullable<StaffOrder['payments']>[number]

/** Why an order cannot get this status now; undefined where it can. The server decides. */
export function whyNot(order: Pick<StaffOrder, 'status' | 'payments'>, next: OrderStatus): string | undefined {
  const { status, payments = [] } = order
  if (next === status) return 'Its status now.'
  if (!nextStatuses[status].includes(next)) return refusals[status] ?? `An order that is ${status} cannot go back.`
  const paid = payments.find(payment => payment.status === 'completed')
  if (next === 'refunded' && !paid) return 'Nothing was paid for it.'
  if (next === 'refunded' && paid?.reversed) return 'The bank has taken the money back: nothing is left to refund.'
  const isSent = next === 'shipped' || (next === 'delivered' && status !== 'shipped')
  if (isSent && paid?.disputed) return 'Its payment is disputed: it must not be sent now.'
  return isSent && paid && isReturning(paid) ? 'Its payment is on its way back: it must not be sent now.' : undefined
}

/** Whether refunds cover the whole payment; a refused one covers nothing. */
function isReturning({ amount, refunds }: Paid): boolean {
  const asked = refunds.filter(({ state }) => state !== 'failed')
  return asked.reduce((cents, refund) => cents + toCents(refund.amount), 0) >= toCents(amount)
}

/** An order that continues without its payment cannot be paid any more. */
export function staysUnpaid(
  { status, payments = [] }: Pick<StaffOrder, 'status' | 'payments'>,
  next: OrderStatus,
): string | undefined {
  const isPaid = payments.some(payment => payment.status === 'completed')
  if (isPaid || status !== 'pending' || next === 'cancelled') return undefined
  return 'Nothing was paid for this order. It cannot be paid afterwards, and this cannot be undone.'
}

/** Why an order must not be sent, as a sentence for its packing slip; undefined when it may be or was sent. */
export function whyNotSent({ status, payments = [] }: Pick<StaffOrder, 'status' | 'payments'>): string | undefined {
  if (status === 'cancelled' || status === 'refunded') return `This order was ${status}: do not send it.`
  const paid = payments.find(payment => payment.status === 'completed')
  if (!paid) return 'Nothing was paid for this order.'
  if (paid.disputed) return 'The payment of this order is disputed: do not send it now.'
  return isReturning(paid) ? 'The payment of this order is on its way back: do not send it.' : undefined
}

const refusals: Partial<Record<OrderStatus, string>> = {
  pending: 'Nothing was paid for it.',
  delivered: 'What was delivered can only be refunded.',
  cancelled: 'A cancelled order can only be refunded.',
  refunded: 'A refunded order is closed.',
}
