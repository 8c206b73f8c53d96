import { type OrderStatus, orderTotals, type PricedOrder } from '@mela/contract'
import { idAt } from '../../platform/database/ids.ts'
import { daysAgo, requireNamed } from './demo-catalogue.ts'
import type { DemoPeople, DemoPerson } from './demo-people.ts'
import type { DemoProduct, DemoVariant } from './demo-products.ts'

const paid: Move[] = [{ to: 'processing', hours: 0.1, by: 'shop' }]
const shipped: Move[] = [...paid, { to: 'shipped', hours: 21, by: 'admin' }]
const delivered: Move[] = [...shipped, { to: 'delivered', hours: 90, by: 'admin' }]
const returned: Move[] = [...delivered, { to: 'refunded', hours: 260, by: 'admin' }]
const refunded: Move[] = [...paid, { to: 'refunded', hours: 9, by: 'admin' }]
const changedMind: Move[] = [{ to: 'cancelled', hours: 1.5, by: 'customer' }]
const expired: Move[] = [{ to: 'cancelled', hours: 24, by: 'shop' }]
/** Paid, then cancelled by the customer: refunded automatically. */
const cancelledLate: Move[] = [...paid, { to: 'cancelled', hours: 6, by: 'customer' }]
const unpaid: Move[] = []

const orderHistories: DemoOrderHistory[] = [
  { customer: 'Priya Menon', placedDaysAgo: 29.3, moves: delivered, basket: { 'shoe-kohl': 1, 'cloth-tee': 2 } },
  { customer: 'Tom Hargreaves', placedDaysAgo: 27.8, moves: delivered, basket: { 'kurta-anaar': 1 } },
  { customer: 'Meera Joshi', placedDaysAgo: 26.1, moves: returned, basket: { 'cloth-jumper': 1 } },
  { customer: 'Asha Rao', placedDaysAgo: 24.6, moves: delivered, basket: { 'kurta-neel': 1, 'watch-sitara': 1 } },
  { customer: 'Kabir Nair', placedDaysAgo: 22.9, moves: delivered, basket: { 'watch-savera': 1 } },
  { customer: 'Sofia Lindqvist', placedDaysAgo: 21.4, moves: expired, basket: { 'shoe-oxblood': 1 } },
  { customer: 'Rohan Mehta', placedDaysAgo: 19.2, moves: delivered, basket: { 'cloth-shirt': 2, 'shoe-loafer': 1 } },
  { customer: 'Elena Costa', placedDaysAgo: 17.5, moves: delivered, basket: { 'cloth-dress': 1 }, declined: true },
  { customer: 'Imran Qureshi', placedDaysAgo: 15.7, moves: delivered, basket: { 'kurta-utsav': 1, 'shoe-nawab': 1 } },
  { customer: 'Ananya Iyer', placedDaysAgo: 13.2, moves: changedMind, basket: { 'watch-tide': 1 } },
  { customer: 'James Whitfield', placedDaysAgo: 11.8, moves: refunded, basket: { 'shoe-ember': 1, 'cloth-camp': 1 } },
  { customer: 'Farah Sheikh', placedDaysAgo: 9.4, moves: delivered, basket: { 'kurta-chandni': 2 } },
  { customer: 'Asha Rao', placedDaysAgo: 7.6, moves: delivered, basket: { 'shoe-dhobi': 1, 'cloth-turmeric': 1 } },
  { customer: 'Daniel Okafor', placedDaysAgo: 5.9, moves: delivered, basket: { 'watch-meridian': 1 } },
  { customer: 'Neha Kulkarni', placedDaysAgo: 4.3, moves: cancelledLate, basket: { 'cloth-check': 1, 'cloth-goa': 1 } },
  { customer: 'Arjun Reddy', placedDaysAgo: 3.2, moves: shipped, basket: { 'shoe-court': 1 } },
  { customer: 'Priya Menon', placedDaysAgo: 2.7, moves: shipped, basket: { 'watch-rally': 1 }, declined: true },
  { customer: 'Asha Rao', placedDaysAgo: 1.8, moves: shipped, basket: { 'cloth-sweatshirt': 1, 'cloth-breton': 2 } },
  { customer: 'Rohan Mehta', placedDaysAgo: 0.9, moves: paid, basket: { 'shoe-chelsea': 1 } },
  { customer: 'Kabir Nair', placedDaysAgo: 0.6, moves: paid, basket: { 'cloth-neela': 1, 'watch-indus': 1 } },
  { customer: 'Meera Joshi', placedDaysAgo: 0.4, moves: paid, basket: { 'kurta-anaar': 2, 'shoe-runner': 1 } },
  { customer: 'Elena Costa', placedDaysAgo: 0.25, moves: paid, basket: { 'watch-noor': 1 } },
  { customer: 'Imran Qureshi', placedDaysAgo: 0.12, moves: unpaid, basket: { 'shoe-harbour': 1 }, declined: true },
  { customer: 'Farah Sheikh', placedDaysAgo: 0.05, moves: unpaid, basket: { 'cloth-tee': 3, 'watch-kohl': 1 } },
]

export interface PastOrder {
  id: string
  placedAt: Date
  story: DemoOrderHistory
  customer: DemoPerson
  lines: { product: DemoProduct; variant: DemoVariant; quantity: number }[]
  totals: PricedOrder
}

export function pastOrders(products: Map<string, DemoProduct>, { customers }: DemoPeople): PastOrder[] {
  return orderHistories.map((story, nth) => {
    const placedAt = daysAgo(story.placedDaysAgo)
    const lines = Object.entries(story.basket).map(([name, quantity]) => {
      const product = requireNamed(products, name)
      return { product, variant: variantFor(product, nth), quantity }
    })
    const customer = requireNamed(customers, story.customer)
    return { id: idAt(placedAt), placedAt, story, customer, lines, totals: orderTotals(lines) }
  })
}

/** Chooses another variant for each order, because customers wear different sizes. */
function variantFor({ name, variants }: DemoProduct, nth: number): DemoVariant {
  const variant = variants[(nth * 5) % variants.length]
  if (!variant) throw new Error(`The demo product '${name}' has no variant.`)
  return variant
}

interface Move {
  to: OrderStatus
  hours: number
  /** `shop`: automatic, as when a payment arrives or an order expires. */
  by: 'customer' | 'admin' | 'shop'
}

interface DemoOrderHistory {
  customer: string
  placedDaysAgo: number
  moves: Move[]
  basket: Record<string, number>
  declined?: true
}
