import { type LiveEvent, staffPaths } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'

export interface Sentence {
  text: string
  /** The link to details. */
  to: string
}

/** Whether an event is a new paid order. A placed order is not announced, because it may never be paid. */
export const isNewOrder = (event: LiveEvent) =>
  event.kind === 'order' && event.status === 'processing' && event.from === 'pending'

/** The sentence for an event, if it has one. `more` counts the orders announced just before. */
export function sentenceOf(event: LiveEvent, more = 0): Sentence | undefined {
  switch (event.kind) {
    case 'order': {
      if (!isNewOrder(event)) return undefined
      const what = `${priceText(event.total, event.currency)} from ${event.customer}`
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
