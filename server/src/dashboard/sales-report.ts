import {
  boughtStatuses,
  formatPrice,
  fromCents,
  type LowStock,
  orderStatuses,
  type PaymentMode,
  REFUND_DUE,
  type Report,
  type Stats,
  TAX_CLASS,
} from '@mela/contract'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { isSold, namedValues } from '../catalog/product-rows.ts'
import { mediaFields } from '../media/media-rows.ts'
import { isCounted } from '../orders/invoices/issue-invoice.ts'
import { isSale } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { beginOfLastDays, firstIdOfLastDays, timeZone } from '../platform/database/days.ts'

export async function findStats(db: Database, currency: string, mode: PaymentMode): Promise<Stats> {
  const { rows } = await sql<Record<'orders' | 'customers' | 'cents' | 'disputes' | 'due', number>>`
    select (select count(*) from orders where status = 'processing') as orders,
      (select count(*) from users where role = 'customer' and deleted_at is null) as customers,
      (select coalesce(sum(amount_cents - refunded_cents), 0)::bigint from payments where ${isSale(mode)}) as cents,
      (select count(*) from disputes where is_open) as disputes,
      (select count(distinct order_id) from payments where is_refund_due) as due`.execute(db)
  const { orders = 0, customers = 0, cents = 0, disputes = 0, due = 0 } = rows[0] ?? {}
  return {
    'New Orders': orders,
    Customers: customers,
    'Total Sales': formatPrice(fromCents(cents), currency),
    'Open Disputes': disputes,
    ...(due > 0 && { [REFUND_DUE]: due }),
  }
}

const MOST_SHOWN = 5

const dayOf = (moment: ReturnType<typeof sql>) => sql`(${moment} at time zone ${timeZone})::date`

const today = dayOf(sql`now()`)

/** A sale is captured and not refunded, as in the stats. */
export async function listSales(db: Database, days: number, mode: PaymentMode): Promise<Report['sales']> {
  const { rows } = await sql<{ day: string; payments: number; cents: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(payments, 0) as payments, coalesce(cents, 0)::bigint as cents
    from generate_series(${today} - ${days - 1}::int, ${today}, interval '1 day') as days (day)
    left join (
      select ${dayOf(sql`created_at`)} as day, sum(amount_cents - refunded_cents) as cents,
        count(*) filter (where refunded_cents < amount_cents) as payments
      from payments where ${isSale(mode)} and created_at >= ${beginOfLastDays(days)}
      group by 1
    ) as sales using (day)
    order by day`.execute(db)
  return rows.map(({ day, payments, cents }) => ({ day, payments, total: fromCents(cents) }))
}

export async function countStatuses(db: Database, days: number, mode: PaymentMode): Promise<Report['statuses']> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('id', '>=', firstIdOfLastDays(days))
    .where(isCounted(mode))
    .groupBy('status')
    .execute()
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return orderStatuses.map(status => ({ status, count: counts.get(status) ?? 0 }))
}

/** Of a line whose price contains tax, as a gift card's does not; its class has rows of tax that say the rate. */
const withoutTax = sql<number>`case when not orders.tax_included or gift_cards is not null then 1 else 100 / (100 + case
  when tax_class is null then orders.tax_percent
  else coalesce((
    select sum(percent) from order_adjustments taxes
    where taxes.order_id = orders.id and taxes.source = ${TAX_CLASS} || tax_class), 0)
  end) end`

/** Products deleted since are included, under their last name. Each loses its share of what credit notes credit. */
export async function listBestSellers(db: Database, days: number, mode: PaymentMode): Promise<Report['bestSellers']> {
  const since = firstIdOfLastDays(days)
  const { rows } = await sql<Omit<Report['bestSellers'][number], 'total'> & { cents: number }>`
    with best as (
      select product_id, sum(quantity) as units, coalesce(round(sum((price_cents * quantity + coalesce(discounts.cents, 0)) * ${withoutTax}
        * (1 - coalesce(credited.cents, 0) / nullif(orders.total_cents, 0)::double precision))
        filter (where orders.currency = shop_currency())), 0)::bigint as cents
      from orders join order_lines on order_lines.order_id = orders.id
        left join (
          select order_id, line, sum(amount_cents) as cents from order_adjustments
          where order_id >= ${since} and line is not null group by order_id, line
        ) as discounts on discounts.order_id = orders.id and discounts.line = order_lines.position
        left join (
          select order_id, sum(case kind when 'credit-note' then amount_cents else -amount_cents end) as cents
          from invoices where order_id >= ${since} and corrects is not null group by order_id
        ) as credited on credited.order_id = orders.id
      where orders.id >= ${since} and order_lines.order_id >= ${since} and orders.status = any(${boughtStatuses})
        and ${isCounted(mode)}
      group by product_id order by units desc, cents desc limit ${sql.lit(MOST_SHOWN)}
    )
    select id as "_id", name, units, cents, ${thumbnailOf(db)} as thumbnail
    from best join products on products.id = product_id order by units desc, cents desc`.execute(db)
  return rows.map(({ cents, ...row }) => ({ ...row, total: fromCents(cents) }))
}

/** Less what the credit notes of the same orders credit at each rate. An invoice stands while its refund is due. */
export async function listTaxes(db: Database, days: number, mode: PaymentMode): Promise<Report['taxes']> {
  const since = firstIdOfLastDays(days)
  const { rows } = await sql<{ label: string; net: number; tax: number }>`
    with rates as (
      select order_id, regexp_replace(label, '^Included tax', 'Tax') as label, percent, taxable_cents, amount_cents
      from order_adjustments where order_id >= ${since} and kind in ('tax', 'included-tax')
      union all
      select order_id, label, null, -net_cents, -tax_cents from credited_taxes where order_id >= ${since}
    )
    select label, sum(taxable_cents)::bigint as net, sum(amount_cents)::bigint as tax
    from orders join rates on order_id = orders.id
    where orders.id >= ${since} and orders.currency = shop_currency() and ${isCounted(mode)}
      and (orders.status = any(${boughtStatuses}) or exists (
        select from payments where id = payment_id and payments.status = 'completed' and is_refund_due))
    group by 1 having count(percent) > 0 order by max(percent) desc, 1`.execute(db)
  return rows.map(({ label, net, tax }) => ({ label, net: fromCents(net), tax: fromCents(tax) }))
}

const thumbnailOf = (db: Database) =>
  jsonObjectFrom(
    db.selectFrom('media').select(mediaFields).where('media.id', '=', sql.ref<string>('products.thumbnail_id')),
  )

type Low = Omit<LowStock['products'][number], 'options'> & {
  total: number
  options: { name: string }[]
  option_values: string[]
}

/** Of each product its scarcest variant. The scarcest come first, of equal ones the newest. */
export async function findLowStock(db: Database): Promise<LowStock> {
  const { rows } = await sql<Low>`
    with low as (
      select distinct on (variants.product_id) variants.product_id, option_values, quantity as stock
      from product_index join variants using (product_id) join stock on stock.variant_id = variants.id
      where is_low and product_index.is_active and ${isSold}
      order by variants.product_id, quantity, position
    )
    select id as "_id", name, options, option_values, stock, ${thumbnailOf(db)} as thumbnail, count(*) over () as total
    from low join products on id = product_id order by stock, id desc limit ${sql.lit(MOST_SHOWN)}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    products: rows.map(({ options, option_values, ...row }) => ({
      ...row,
      options: namedValues(options, option_values),
    })),
  }
}
