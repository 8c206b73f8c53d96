import type { LiveEvent } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'

export interface Sentence {
  text: string
  /** Where there is more of it. */
  to: string
}

/** A paid order is what the shop waits for; one that was only placed may never be paid. */
export const isNewOrder = (event: LiveEvent) =>
  event.kind === 'order' && event.status === 'processing' && event.from === 'pending'

/** What staff is told of it, if it is worth a sentence. `more` counts the orders that were told of just before. */
export function sentenceOf(event: LiveEvent, more = 0): Sentence | undefined {
  switch (event.kind) {
    case 'order': {
      if (!isNewOrder(event)) return undefined
      const what = `${priceText(event.total)} from ${event.customer}`
      if (more === 0) return { text: `New order: ${what}`, to: staffPaths.order(event.order) }
      return { text: `${more + 1} new orders, the last: ${what}`, to: staffPaths.readyToShip }
    }
    case 'payment':
      return event.problem === null
        ? undefined
        : { text: `A payment needs attention: ${event.problem}`, to: staffPaths.payment(event.payment) }
    case 'dispute':
      return event.isNew ? { text: 'A customer opened a dispute', to: staffPaths.dispute(event.dispute) } : undefined
    case 'low-stock':
      return {
        text: event.stock === 0 ? `Out of stock: ${event.name}` : `Low stock: ${event.name}, ${event.stock} left`,
        to: staffPaths.editProduct(event.product),
      }
    default:
      return undefined
  }
}
