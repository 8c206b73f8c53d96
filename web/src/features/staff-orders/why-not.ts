import { nextStatuses, type OrderStatus, type StaffOrder } from '@mela/contract'

/** Why an order cannot be given this status now; undefined where it can. The server decides (B17, B18). */
export function whyNot(order: Pick<StaffOrder, 'status' | 'payments'>, next: OrderStatus): string | undefined {
  const { status, payments = [] } = order
  if (next === status) return 'Its status now.'
  if (!nextStatuses[status].includes(next)) return refusals[status] ?? `An order that is ${status} cannot go back.`
  const paid = payments.find(payment => payment.status === 'completed')
  if (next === 'refunded' && !paid) return 'Nothing was paid for it.'
  if (next === 'refunded' && paid?.reversed) return 'The bank has taken the money back: nothing is left to refund.'
  const isSent = next === 'shipped' || (next === 'delivered' && status !== 'shipped')
  return isSent && paid?.disputed ? 'Its payment is disputed: it must not be sent now.' : undefined
}

const refusals: Partial<Record<OrderStatus, string>> = {
  pending: 'Nothing was paid for it.',
  delivered: 'What was delivered can only be refunded.',
  cancelled: 'A cancelled order can only be refunded.',
  refunded: 'A refunded order is closed.',
}
