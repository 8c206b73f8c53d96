import { CURRENCY, effectivePrice, savedPerUnit } from '@mela/contract'
import type { Insertable } from 'kysely'
import { adjustmentRows } from '../../orders/insert-order.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { hoursAfter } from './days-ago.ts'
import type { DemoPerson } from './demo-people.ts'
import type { DemoProduct } from './demo-products.ts'
import type { DemoVariant } from './demo-variants.ts'
import { inTime, type PastOrder } from './past-orders.ts'

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

export async function insertOrders(db: Database, orders: PastOrder[], admin: DemoPerson): Promise<void> {
  const history = orders.flatMap(order => historyRows(order, admin))
  await db.insertInto('orders').values(orders.map(orderRow)).execute()
  await db.insertInto('order_lines').values(orders.flatMap(lineRows)).execute()
  const adjustments = orders.flatMap(({ id, totals }) => adjustmentRows(id, totals))
  await db.insertInto('order_adjustments').values(adjustments).execute()
  await db.insertInto('order_history').values(inTime(history)).execute()
}

function orderRow({ id, placedAt, story, customer, totals }: PastOrder): Row<'orders'> {
  return {
    id,
    user_id: customer.id,
    status: story.moves.at(-1)?.to ?? 'pending',
    sub_total_cents: totals.itemsPrice,
    saved_cents: totals.discountPrice,
    shipping_cents: totals.shippingPrice,
    tax_cents: totals.taxPrice,
    total_cents: totals.totalPrice,
    currency: CURRENCY.code,
    shipping_address: JSON.stringify(customer.address),
    created_at: placedAt,
    expires_at: hoursAfter(placedAt, 24),
  }
}

function lineRows({ id, lines }: PastOrder): Row<'order_lines'>[] {
  return lines.map(({ product, variant, quantity }, position) => ({
    order_id: id,
    position,
    variant_id: variant.id,
    product_id: product.id,
    name: product.name,
    sku: variant.sku,
    options: JSON.stringify(variant.options),
    picture: pictureOf(product, variant),
    price_cents: effectivePrice(product),
    saved_cents: savedPerUnit(product),
    quantity,
  }))
}

function pictureOf(product: DemoProduct, variant: DemoVariant) {
  const picture = variant.picture ?? product.picture
  return picture && JSON.stringify(picture)
}

function historyRows({ id, placedAt, story, customer }: PastOrder, admin: DemoPerson) {
  const actors = { customer: customer.id, admin: admin.id, shop: null }
  const placed = {
    order_id: id,
    from_status: null,
    to_status: 'pending' as const,
    actor_id: customer.id,
    created_at: placedAt,
  }
  const moves = story.moves.map(({ to, hours, by }, i) => ({
    order_id: id,
    from_status: story.moves[i - 1]?.to ?? ('pending' as const),
    to_status: to,
    actor_id: actors[by],
    created_at: hoursAfter(placedAt, hours),
  }))
  return [placed, ...moves]
}
