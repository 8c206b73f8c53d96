import type { Order } from '@mela/contract'

/**
 * ready: nothing is under way · paying: the provider's window is open · settling: the server is asked for the outcome ·
 * done: paid · the others are ends without a payment, after which the customer may try again.
 */
export type PaymentStep = 'ready' | 'paying' | 'settling' | 'done' | PaymentEnd

/**
 * declined: by the bank · cancelled: by the buyer at the provider · closed: unknown to the provider · unstarted: the
 * provider was not reached · broken: the outcome is unknown.
 */
type PaymentEnd = 'declined' | 'cancelled' | 'closed' | 'unstarted' | 'broken'

export type PayableOrder = Pick<Order, '_id' | 'status' | 'totalAmount' | 'currency' | 'payment'>

type PayState = 'open' | 'confirming' | 'ended'

/** The state of the pay page (P12). The order's state goes before that of the page. */
export function payStateOf({ status, payment }: PayableOrder, step: PaymentStep): PayState {
  if (status !== 'pending' || payment) return 'ended'
  return step === 'settling' || step === 'done' ? 'confirming' : 'open'
}

/** The label follows the payment, even if the order was cancelled afterwards. */
export function amountLabelOf({ status, payment }: PayableOrder): string {
  if (payment?.status === 'completed') return 'Amount paid'
  if (payment?.status === 'pending') return 'Payment pending'
  return status === 'pending' ? 'Amount to pay' : 'Order total'
}
