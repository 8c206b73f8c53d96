import {
  boughtStatuses,
  formatPrice,
  fromCents,
  type LowStock,
  orderStatuses,
  REFUND_DUE,
  type Report,
  type Stats,
} from '@mela/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { isSold, namedValues } from '../catalog/product-rows.ts'
import { mediaFields } from '../media/media-rows.ts'
import { isSale } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { firstIdAt, timeZone } from '../platform/database/days.ts'
import type { Tables } from '../platform/database/tables.ts'

export async function findStats(db: Database, currency: string): Promise<Stats> {
  const { orders, customers, cents, disputes, due } = await db
    .selectNoFrom(from => [
      from
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'processing')
        .$asScalar()
        .as('orders'),
      from
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('role', '=', 'customer')
        .where('deleted_at', 'is', null)
        .$asScalar()
        .as('customers'),
      from
        .selectFrom('payments')
        .select(sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::bigint`.as('cents'))
        .where(isSale)
        .$asScalar()
        .as('cents'),
      from
        .selectFrom('disputes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_open', '=', true)
        .$asScalar()
        .as('disputes'),
      from
        .selectFrom('payments')
        .select(({ fn }) => fn.count<number>('order_id').distinct().as('count'))
        .where('is_refund_due', '=', true)
        .$asScalar()
        .as('due'),
    ])
    .executeTakeFirstOrThrow()

  return {
    'New Orders': orders ?? 0,
    Customers: customers ?? 0,
    'Total Sales': formatPrice(fromCents(cents ?? 0), currency),
    'Open Disputes': disputes ?? 0,
    ...(due && { [REFUND_DUE]: due }),
  }
}

const MOST_SHOWN = 5
const NEWEST = 500

const dayOf = (moment: ReturnType<typeof sql>) => sql`(${moment} at time zone ${timeZone})::date`
const today = dayOf(sql`now()`)
/** Midnight of the first day, in the shop's time zone. */
const beginOf = (days: number) => sql<Date>`((${today} - ${days - 1}::int)::timestamp at time zone ${timeZone})`

const firstIdOf = (days: number) => firstIdAt(beginOf(days))

/** A sale is captured and not refunded, as in the stats. */
export async function listSales(db: Database, days: number): Promise<Report['sales']> {
  const { rows } = await sql<{ day: string; payments: number; cents: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(payments, 0) as payments, coalesce(cents, 0)::bigint as cents
    from generate_series(${today} - ${days - 1}::int, ${today}, interval '1 day') as days (day)
    left join (
      select ${dayOf(sql`created_at`)} as day, sum(amount_cents - refunded_cents) as cents,
        count(*) filter (where refunded_cents < amount_cents) as payments
      from payments where ${isSale} and created_at >= ${beginOf(days)}
      group by 1
    ) as sales using (day)
    order by day`.execute(db)
  return rows.map(({ day, payments, cents }) => ({ day, payments, total: fromCents(cents) }))
}

export async function countStatuses(db: Database, days: number): Promise<Report['statuses']> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('id', '>=', firstIdOf(days))
    .groupBy('status')
    .execute()
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return orderStatuses.map(status => ({ status, count: counts.get(status) ?? 0 }))
}

/** A line's net price loses its share of the refunds and of a chargeback. */
const netShare = sql<number>`case when orders.tax_included then 100 / (100 + orders.tax_percent) else 1 end
  * case
      when payments.reversed_at is not null then 0
      when payments.amount_cents > 0 then 1 - payments.refunded_cents / payments.amount_cents::double precision
      else 1
    end`

/** Products deleted since are included, under their last name. */
export async function listBestSellers(db: Database, days: number): Promise<Report['bestSellers']> {
  const rows = await db
    .with('best', db =>
      db
        .selectFrom('orders')
        .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
        .leftJoin('payments', 'payments.id', 'orders.payment_id')
        .select(({ fn }) => ['product_id', fn.sum<number>('quantity').as('units')])
        .select(
          sql<number>`coalesce(round(sum(price_cents * quantity * ${netShare})
            filter (where orders.currency = shop_currency())), 0)::bigint`.as('cents'),
        )
        .where('orders.id', '>=', firstIdOf(days))
        .where('order_lines.order_id', '>=', firstIdOf(days))
        .where('orders.status', 'in', boughtStatuses)
        .groupBy('product_id')
        .orderBy('units', 'desc')
        .orderBy('cents', 'desc')
        .limit(MOST_SHOWN),
    )
    .selectFrom('best')
    .innerJoin('products', 'products.id', 'best.product_id')
    .select(product => [
      'products.id as _id',
      'products.name',
      'units',
      'cents',
      jsonObjectFrom(
        product.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'products.thumbnail_id'),
      ).as('thumbnail'),
    ])
    .orderBy('units', 'desc')
    .orderBy('cents', 'desc')
    .execute()
  return rows.map(({ cents, ...row }) => ({ ...row, total: fromCents(cents) }))
}

const lowProducts = (db: Database) =>
  db.selectFrom('product_index').where(sql<boolean>`product_index.is_low and product_index.is_active`)

/** The scarcest come first, of equal ones the newest. */
export async function findLowStock(db: Database): Promise<LowStock> {
  const { total } = await lowProducts(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // Thousands may be low. If the newest ones fill the list with a stock of 0, no other product sorts before them.
  const newest = await listScarcest(db, NEWEST)
  const isDecided = newest.length === MOST_SHOWN && newest.every(({ quantity }) => quantity === 0)
  const scarce = isDecided || total <= NEWEST ? newest : await listScarcest(db, total)
  if (scarce.length === 0) return { total, products: [] }

  const products = await db
    .selectFrom('products')
    .innerJoinLateral(scarcest, join => join.onTrue())
    .select(product => [
      'products.id as _id',
      'products.name',
      'products.options',
      'scarcest.option_values',
      'scarcest.quantity as stock',
      jsonObjectFrom(
        product.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'products.thumbnail_id'),
      ).as('thumbnail'),
    ])
    .where(
      'products.id',
      'in',
      scarce.map(({ product_id }) => product_id),
    )
    .orderBy('stock')
    .orderBy('products.id', 'desc')
    .execute()
  return {
    total,
    products: products.map(({ option_values, ...product }) => ({
      ...product,
      options: namedValues(product.options, option_values),
    })),
  }
}

const listScarcest = (db: Database, among: number) =>
  db
    .with('low', () =>
      lowProducts(db).select('product_index.product_id').orderBy('product_index.product_id', 'desc').limit(among),
    )
    .selectFrom('low')
    .innerJoin('variants', 'variants.product_id', 'low.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(({ fn }) => ['low.product_id', fn.min('stock.quantity').as('quantity')])
    .where(isSold)
    .where(sql<boolean>`stock.quantity <= reorder_level()`)
    .groupBy('low.product_id')
    .orderBy('quantity')
    .orderBy('low.product_id', 'desc')
    .limit(MOST_SHOWN)
    .execute()

const scarcest = (eb: ExpressionBuilder<Tables, 'products'>) =>
  eb
    .selectFrom('variants')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['option_values', 'stock.quantity'])
    .whereRef('variants.product_id', '=', 'products.id')
    .where(isSold)
    .orderBy('stock.quantity')
    .orderBy('variants.position')
    .limit(1)
    .as('scarcest')
