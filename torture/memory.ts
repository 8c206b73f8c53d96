/**
 * left: approved at the provider, then abandoned · regretted: cancelled while paying · returned: cancelled once it is
 * paid.
 */
export const goals = ['placed', 'paid', 'paid', 'left', 'cancelled', 'regretted', 'returned', 'refunded'] as const
type Goal = (typeof goals)[number]

/** A product in one of its sizes, or the only variant of a product without options. */
export interface Goods {
  product: string
  variant: string
}

type Line<Of> = Of & { quantity: number }

/** A buyer's record of one purchase: only the shop's answers. */
export interface Purchase {
  key: string
  /** Lines without a variant leave the choice of a size to the shop. */
  lines: Line<Pick<Goods, 'product'> & Partial<Goods>>[]
  /** The lines of the answered order: the units taken of each variant. */
  taken?: Line<Goods>[]
  /** The buyer's goal; the torture completes every purchase, through any number of kills. */
  goal: Goal
  /**
   * asked: sent, perhaps never arrived · placed · refused: not ordered · done: the goal is reached, or impossible by
   * now.
   */
  state: 'asked' | 'placed' | 'refused' | 'done'
  orderId?: string
  totalCents?: number
  /** The payment that the shop confirmed as completed. */
  transactionId?: string
  isCancelled?: boolean
  isRefunded?: boolean
}

export interface Buyer {
  id: string
  cookie: string
  /** The admin's cookie for refunds. */
  staff: string
  purchases: Purchase[]
}

export const isOpen = ({ state }: Purchase) => state === 'asked' || state === 'placed'

/** Throws this sentence when an invariant is broken. */
export function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
