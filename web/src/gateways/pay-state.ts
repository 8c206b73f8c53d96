import type { Order } from '@mela/contract'
import { createTabText } from '../lib/storage.ts'

/**
 * ready: nothing is under way · paying: the provider's window is open · settling: the server is asked · confirming: the outcome is unknown · done: paid · the
 * others are ends without a payment, after which the customer may try again.
 */
export type PaymentStep = 'ready' | 'paying' | 'settling' | 'confirming' | 'done' | PaymentEnd

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
  return step === 'settling' || step === 'confirming' || step === 'done' ? 'confirming' : 'open'
}

/** The label follows the payment, even if the order was cancelled afterwards. */
export function amountLabelOf({ status, payment }: PayableOrder): string {
  if (payment?.status === 'completed') return 'Amount paid'
  if (payment?.status === 'pending') return 'Payment pending'
  return status === 'pending' ? 'Amount to pay' : 'Order total'
}

const KEY = 'mela.paying'

const paying = createTabText(KEY)

export function rememberPaying(orderId: string): void {
  paying.set(orderId)
  tellOtherTabs(orderId)
}

/** Makes pay pages in other tabs ask again: a payment of the order began or ended here. */
export function tellOtherTabs(orderId: string): void {
  try {
    localStorage.setItem(KEY, `${orderId} ${Date.now()}`)
  } catch {
    // Other tabs ask a minute later when there is no storage.
  }
}

/** Whether a storage event comes from another tab's payment; a key of null means that everything was cleared. */
export const isPayingKey = (key: string | null) => key === KEY || key === null

/** Answers true once, so that the buyer is thanked only on the first view of the paid order. */
export const takePaying = (orderId: string) => paying.get() === orderId && paying.take() !== null
