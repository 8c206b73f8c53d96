import type { StaffNews } from '@mela/contract'
import { priceText } from '../../../lib/format/format.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'

export interface Sentence {
  text: string
  /** Where there is more of it. */
  to: string
}

/** A paid order is what the shop waits for; one that was only placed may never be paid. */
export const isNewOrder = (news: StaffNews) =>
  news.kind === 'order' && news.status === 'processing' && news.from === 'pending'

/** What staff is told of it, if it is worth a sentence. `more` counts the orders that were told of just before. */
export function sentenceOf(news: StaffNews, more = 0): Sentence | undefined {
  switch (news.kind) {
    case 'order': {
      if (!isNewOrder(news)) return undefined
      const what = `${priceText(news.total)} from ${news.customer}`
      if (more === 0) return { text: `New order: ${what}`, to: staffPaths.order(news.order) }
      return { text: `${more + 1} new orders, the last: ${what}`, to: staffPaths.readyToShip }
    }
    case 'payment':
      return news.problem === null
        ? undefined
        : { text: `A payment needs attention: ${news.problem}`, to: staffPaths.payment(news.payment) }
    case 'dispute':
      return news.isNew ? { text: 'A customer opened a dispute', to: staffPaths.dispute(news.dispute) } : undefined
    case 'low-stock':
      return {
        text: news.stock === 0 ? `Out of stock: ${news.name}` : `Low stock: ${news.name}, ${news.stock} left`,
        to: staffPaths.editProduct(news.product),
      }
    default:
      return undefined
  }
}
