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
export type PaymentEnd = 'declined' | 'cancelled' | 'closed' | 'unstarted' | 'broken'

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

/**
 * The message after an attempt without payment: whether anything was charged, where that is certain, and what to do.
 */
export const endNotes = (provider: string): Partial<Record<PaymentStep, { title: string; text: string }>> => ({
  declined: {
    title: 'Choose another way to pay',
    text: `This payment was declined, and nothing was charged. Try another card or account at ${provider}.`,
  },
  cancelled: {
    title: `You left ${provider} before paying`,
    text: 'Nothing was charged. Pay whenever you are ready, or cancel the order.',
  },
  closed: {
    title: 'This payment was closed before it was finished',
    text: `${provider} no longer knows it, so nothing was charged for it. Start again with the button below.`,
  },
  unstarted: {
    title: 'The payment could not start',
    text: 'Nothing was charged. Wait a moment, then try again.',
  },
  broken: {
    title: 'The payment did not go through',
    text: `If you confirmed it at ${provider}, reload this page before you pay again. If you did not, nothing was charged.`,
  },
})

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
