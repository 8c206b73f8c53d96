import { orderTotals, type PricedOrder } from '@mela/contract'
import { idAt } from '../../platform/database/ids.ts'
import { daysAgo } from './days-ago.ts'
import { requireNamed } from './demo-catalogue.ts'
import { type DemoOrderHistory, orderHistories } from './demo-order-histories.ts'
import type { DemoPeople, DemoPerson } from './demo-people.ts'
import type { DemoProduct } from './demo-products.ts'
import type { DemoVariant } from './demo-variants.ts'

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

/** Rows of tables with serial ids are written in the order of their times. */
export function inTime<Happening extends { created_at: Date }>(rows: Happening[]): Happening[] {
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}
