import type { Order } from '@mela/contract'

/** ready: nothing is under way · settling: the server is asked · confirming: nobody could say yet · declined: try again. */
export type PaymentStep = 'ready' | 'settling' | 'confirming' | 'declined' | 'done'

export type PayableOrder = Pick<Order, '_id' | 'status' | 'totalAmount' | 'payment' | 'isExpired'>

export type PayState = 'open' | 'confirming' | 'pending' | 'paid' | 'cancelled' | 'refunded' | 'closed'

/** What the pay page shows of an order (PAYMENTS §4). What the order says goes before what this page is doing. */
export function payStateOf({ status, payment }: PayableOrder, step: PaymentStep): PayState {
  if (status === 'cancelled' || status === 'refunded') return status
  if (payment?.status === 'completed') return 'paid'
  if (payment?.status === 'pending') return 'pending'
  if (status !== 'pending') return 'closed'
  return step === 'ready' || step === 'declined' ? 'open' : 'confirming'
}

/** T124: the label follows the payment, also where the order was cancelled afterwards. */
export function amountLabelOf({ status, payment }: PayableOrder): string {
  if (payment?.status === 'completed') return 'Amount paid'
  return status === 'pending' ? 'Amount to pay' : 'Order total'
}
