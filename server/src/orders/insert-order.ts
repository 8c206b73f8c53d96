import {
  effectivePrice,
  type PricedOrder,
  type PricingContext,
  type ShippingAddress,
  savedPerUnit,
  sumOf,
} from '@mela/contract'
import { type Insertable, type InsertObject, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { OrderedLine } from './quote.ts'

export interface NewOrder {
  id: string
  userId: string
  shippingAddress: ShippingAddress
  lines: OrderedLine[]
  totals: PricedOrder
  currency: string
  pricing: PricingContext
  ttlSeconds: number
}

/** Takes a number of the owner's series, then writes order, lines and history in one statement. */
export async function insertOrder(db: Transaction<Tables>, order: NewOrder): Promise<void> {
  const { id, userId, lines, totals } = order
  const number = await takeOrderNumber(db)
  await db
    .with('placed', db => db.insertInto('orders').values({ ...orderRow(order), ...number }))
    .with('adjustments', db => db.insertInto('order_adjustments').values(adjustmentRows(id, totals)))
    .with('history', db =>
      db.insertInto('order_history').values({ order_id: id, to_status: 'pending', actor_id: userId }),
    )
    .insertInto('order_lines')
    .values(
      lines.map(({ product, quantity }, position) => ({
        order_id: id,
        position,
        variant_id: product.variant,
        product_id: product.id,
        name: product.name,
        sku: product.sku,
        options: JSON.stringify(product.options),
        picture: product.picture && JSON.stringify(product.picture),
        price_cents: effectivePrice(product),
        saved_cents: savedPerUnit(product),
        quantity,
      })),
    )
    .execute()
}

/** Orders share the lock: they wait for a change of the series alone, and it for them. */
async function takeOrderNumber(db: Transaction<Tables>) {
  const series = db.selectFrom('order_series')
  if (!(await series.select('id').executeTakeFirst())) return undefined
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('order_series', 0))`.execute(db)
  const next = sql<number>`shift + nextval('order_numbers')`.as('number')
  return series.select(['prefix as number_prefix', next]).executeTakeFirst()
}

const orderRow = ({
  id,
  userId,
  shippingAddress,
  totals,
  currency,
  pricing,
  ttlSeconds,
}: NewOrder): InsertObject<Tables, 'orders'> => ({
  id,
  user_id: userId,
  sub_total_cents: totals.itemsPrice,
  saved_cents: totals.discountPrice,
  shipping_cents: totals.shippingPrice,
  tax_cents: totals.taxPrice,
  total_cents: totals.totalPrice,
  currency,
  tax_included: pricing.taxIncluded ?? false,
  tax_percent: sumOf(pricing.taxes.map(({ percent }) => percent)),
  tax_on_shipping: pricing.taxOnShipping ?? false,
  shipping_address: JSON.stringify(shippingAddress),
  expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
})

export function adjustmentRows(
  orderId: string,
  { adjustments }: PricedOrder,
): Insertable<Tables['order_adjustments']>[] {
  return adjustments.map(({ cents, line = null, source = null, ...adjustment }, position) => ({
    ...adjustment,
    line,
    source,
    order_id: orderId,
    position,
    amount_cents: cents,
  }))
}
