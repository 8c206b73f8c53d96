/** left: approved at the provider, and never seen again · regretted: cancelled in the very moment of paying · returned: cancelled once it is paid. */
export const goals = ['placed', 'paid', 'paid', 'left', 'cancelled', 'regretted', 'returned', 'refunded'] as const
type Goal = (typeof goals)[number]

/** What one buyer knows of one purchase: only what the shop has answered. */
export interface Purchase {
  key: string
  lines: { product: string; quantity: number }[]
  /** What the buyer is after; the torture brings every purchase to its end, through as many deaths as it takes. */
  goal: Goal
  /** asked: sent, perhaps never arrived · placed · refused: nothing was ordered · done: the goal is reached, or cannot be any more. */
  state: 'asked' | 'placed' | 'refused' | 'done'
  orderId?: string
  totalCents?: number
  /** The payment that the shop has acknowledged as completed. */
  transactionId?: string
  isCancelled?: boolean
  isRefunded?: boolean
}

export interface Buyer {
  id: string
  cookie: string
  /** Of the admin who gives this buyer's money back. */
  staff: string
  purchases: Purchase[]
}

export const isOpen = ({ state }: Purchase) => state === 'asked' || state === 'placed'

/** Something must never happen; when it does, this is the sentence. */
export function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
