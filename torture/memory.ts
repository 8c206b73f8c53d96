import type { WayToPay } from '@mela/contract'

/**
 * left: approved at the provider or paid in part, then abandoned · regretted: cancelled while paying · returned:
 * cancelled once it is paid · shortened: refunded in part.
 */
export const goals = [
  'placed',
  'paid',
  'paid',
  'paid',
  'left',
  'cancelled',
  'regretted',
  'returned',
  'refunded',
  'shortened',
] as const
type Goal = (typeof goals)[number]

/** A product in one of its sizes, or the only variant of a product without options. */
export interface Goods {
  product: string
  variant: string
  isGiftCard: boolean
}

type Line = Pick<Goods, 'product'> & { variant?: string; quantity: number; gift?: { email: string } }

/** A part of a transfer, or of what was paid on delivery. */
interface Receipt {
  key: string
  cents: number
  isRecorded: boolean
}

/** A buyer's record of one purchase: only the shop's answers. */
export interface Purchase {
  key: string
  /** Lines without a variant leave the choice of a size to the shop. */
  lines: Line[]
  way: WayToPay
  codes: string[]
  /** Of a guest. */
  email?: string
  /** The lines of the answered order: the units taken of each variant. */
  taken?: { variant: string; quantity: number }[]
  /** The buyer's goal; the torture completes every purchase, through any number of kills. */
  goal: Goal
  /**
   * asked: sent, perhaps never arrived · placed · refused: not ordered · done: the goal is reached, or impossible by
   * now.
   */
  state: 'asked' | 'placed' | 'refused' | 'done'
  cookie: string
  orderId?: string
  totalCents: number
  /** What is left of the total for the way to pay. */
  dueCents: number
  /** What gift cards paid, by the card. */
  byCards: Record<string, number>
  discounts: string[]
  /** Known at once where an order is paid later. */
  paymentId?: string | undefined
  receipts: Receipt[]
  /** The payment that the shop confirmed as completed. */
  transactionId?: string
  isCancelled?: boolean
  isRefunded?: boolean
  /** What went back of a part, in cents. */
  back?: { toCards: number; byPayment: number }
}

export interface Buyer {
  cookie: string
  /** Of the orders without the account. */
  guestEmail: string
  /** The admin's cookie for refunds and receipts. */
  staff: string
  purchases: Purchase[]
}

/** What buyers choose from. */
export interface Market {
  products: Goods[]
  /** Of discounts; those of gift cards are in the emails. */
  codes: string[]
  dataDir: string
}

/** Such an order is delivered with its payment. */
export const isOfGiftCards = ({ lines }: Purchase) => lines.every(({ gift }) => gift)

export const isOpen = ({ state }: Purchase) => state === 'asked' || state === 'placed'

/** Throws this sentence when an invariant is broken. */
export function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
