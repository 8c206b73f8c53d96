import { findSetting, PRICING_SETTINGS, type PricingRule } from '@mela/contract'
import { sql } from 'kysely'
import { actorOf } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { SUBJECT } from '../shop/settings.ts'

interface LastChange {
  rule: string
  action: string
  version: number | null
  at: Date
  after: Record<string, unknown>
  discount: string | null
  actor_id: string | null
  first_name: string | null
  last_name: string | null
}

const SETTINGS = Object.values(PRICING_SETTINGS).flat()

/** The last change before an order of each setting, discount and price by which it was priced, and who made it. */
export async function listPricingRules(db: Database, orderId: string): Promise<PricingRule[]> {
  const orders = db.selectFrom('orders').select('id').where('id', '=', orderId)
  if (!(await orders.executeTakeFirst())) throw notFound('Order not found.')
  const { rows } = await sql<LastChange>`
    with placed as (select created_at as placed_at, settings_version from orders where id = ${orderId}),
    changes as (
      select name as rule, log.id from audit_log log, placed, jsonb_object_keys(after) as name
      where subject = ${SUBJECT} and at <= placed_at and name = any(${SETTINGS})
      union all
      select subject, log.id from audit_log log, placed
      where subject in (select source from order_adjustments where order_id = ${orderId})
        and action in ('discount.created', 'discount.updated') and at <= placed_at
      union all
      select subject, log.id from audit_log log, placed
      where subject in (select 'product:' || product_id from order_lines where order_id = ${orderId})
        and ${changesPrices} and at <= placed_at
    )
    select distinct on (rule) rule, action, at, after, actor_id, first_name, last_name, discounts.name as discount,
      coalesce(discounts.version, case when subject = ${SUBJECT} then settings_version end) - (
        select count(*)::int from audit_log later
        where later.subject = log.subject and later.id > log.id
          and (later.action = 'discount.updated' or later.action = 'settings.updated' and later.at <= placed_at)) as version
    from placed, changes join audit_log log using (id)
    left join users on users.id = actor_id left join discounts on 'discount:' || discounts.id = subject
    order by rule, log.id desc`.execute(db)
  return rows.map(({ rule, action, version, at, after, discount, ...actor }) => ({
    ...{ rule, version, at: at.toISOString() },
    label: discount ?? findSetting(rule)?.label ?? priceLabel(action, after),
    actor: actorOf(actor),
  }))
}

const pricesOf = (state: 'before' | 'after') =>
  sql.join(
    ['price', 'onSale', 'salePrice'].map(
      field => sql`jsonb_path_query_array(${sql.ref(state)}, ${`$.variants[*].${field}`}::jsonpath)`,
    ),
  )

/** The prices of variants stand in one value with their stock. */
const changesPrices = sql<boolean>`(jsonb_exists_any(after, '{price,onSale,salePrice}')
  or jsonb_exists(after, 'variants') and (${pricesOf('before')}) is distinct from (${pricesOf('after')}))`

function priceLabel(action: string, { plannedPrice }: Record<string, unknown>): string {
  if (!plannedPrice) return 'Price'
  return action === 'product.sale-ended'
    ? `Price after planned sale “${plannedPrice}”`
    : `Planned sale “${plannedPrice}”`
}
