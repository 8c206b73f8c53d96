import {
  type DiscountFields,
  type DiscountState,
  type DiscountSummary,
  fromCents,
  type PaymentMode,
  type StaffDiscount,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { timeZone } from '../../platform/database/days.ts'
import { notFound } from '../../platform/http/errors.ts'
import { isCounted } from '../invoices/issue-invoice.ts'

export const noSuchDiscount = () => notFound('Discount not found.')

export const sharedCode = sql<string | null>`(
  select code from discount_codes where discount_id = discounts.id and not is_single_use)`

const isUsedUp = sql<boolean>`discounts.uses >= coalesce(discounts.limit_in_all, discounts.uses + 1)`

/** The words are those of `discountStates`; what is paused is neither planned nor ended. */
export const stateOf = sql<DiscountState>`case
  when not discounts.is_active then 'paused'
  when discounts.ends_at <= now() or ${isUsedUp} then 'ended'
  when discounts.begins_at > now() then 'planned'
  else 'active' end`

const localTime = (column: 'begins_at' | 'ends_at') =>
  sql<string | null>`to_char(${sql.ref(`discounts.${column}`)} at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI')`

const revenueOf = (mode: PaymentMode) => sql<number>`(
  select coalesce(sum(cents), 0)::bigint from discount_uses join orders on orders.id = order_id
  cross join lateral (
    select amount_cents - refunded_cents as cents from payments
    where order_id = orders.id and status = 'completed' and reversed_at is null
    union all
    select -booked.delta_cents from gift_card_ledger as taken
    join gift_card_ledger as booked using (gift_card_id, order_id)
    where order_id = orders.id and taken.reason = 'order' and booked.reason <> 'take-back'
  ) as paid
  where discount_id = discounts.id and status in ('processing', 'shipped', 'delivered')
    and currency = (select shop_currency()) and ${isCounted(mode)})`

export const discountRows = (db: Database, mode: PaymentMode) =>
  db
    .selectFrom('discounts')
    .select([
      'discounts.id',
      'name',
      'kind',
      'percent',
      'amount_cents',
      'buy',
      'get',
      'applies_to as appliesTo',
      'uses',
    ])
    .select(['is_automatic as isAutomatic', 'limit_in_all as limitInAll', sharedCode.as('code'), stateOf.as('state')])
    .select([localTime('begins_at').as('beginsAt'), localTime('ends_at').as('endsAt'), revenueOf(mode).as('revenue')])
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof discountRows>['execute']>>[number]

export const toSummary = ({ id: _id, amount_cents, revenue, ...row }: Row): DiscountSummary => ({
  ...row,
  _id,
  amount: amount_cents === null ? null : fromCents(amount_cents),
  revenue: fromCents(revenue),
})

/** The fields of a discount as staff edit them; customers are ids, because the audit log keeps no addresses. */
export type StoredDiscount = DiscountFields

export async function lockDiscount(db: Transaction, id: string) {
  const row = await storedDiscounts(db).where('id', '=', id).forUpdate('discounts').executeTakeFirst()
  if (!row) throw noSuchDiscount()
  const { version, uses, ...stored } = row
  return { version, uses, stored: toStored(stored) }
}

export async function findStored(
  db: Database,
  id: string,
): Promise<StoredDiscount & { version: number; uses: number }> {
  const row = await storedDiscounts(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchDiscount()
  const { version, uses, ...stored } = row
  return { ...toStored(stored), version, uses }
}

const storedDiscounts = (db: Database) =>
  db
    .selectFrom('discounts')
    .select(['name', 'kind', 'percent', 'amount_cents', 'buy', 'get', 'applies_to', 'target_ids', 'min_subtotal_cents'])
    .select(['min_quantity', 'first_order_only', 'customer_ids', 'limit_in_all', 'limit_per_customer', 'uses'])
    .select(['is_automatic', 'is_combinable', 'is_active', 'version', sharedCode.as('code')])
    .select([localTime('begins_at').as('beginsAt'), localTime('ends_at').as('endsAt')])
    .where('deleted_at', 'is', null)

type StoredRow = Awaited<ReturnType<ReturnType<typeof storedDiscounts>['execute']>>[number]

const decimal = (cents: number | null) => (cents === null ? null : fromCents(cents))
const cents = (amount: number | null) => (amount === null ? null : toCents(amount))

function toStored(row: Omit<StoredRow, 'version' | 'uses'>): StoredDiscount {
  const { name, kind, percent, buy, get, code, beginsAt, endsAt } = row
  return {
    ...{ name, kind, percent, amount: decimal(row.amount_cents), buy, get },
    ...{ appliesTo: row.applies_to, targets: row.target_ids },
    ...{ minSubtotal: decimal(row.min_subtotal_cents), minQuantity: row.min_quantity },
    ...{ firstOrderOnly: row.first_order_only, customers: row.customer_ids, beginsAt, endsAt },
    ...{ limitInAll: row.limit_in_all, limitPerCustomer: row.limit_per_customer },
    ...{ isAutomatic: row.is_automatic, isCombinable: row.is_combinable, isActive: row.is_active, code },
  }
}

const atLocal = (time: string | null) => sql<Date | null>`${time}::timestamp at time zone ${timeZone}`

/** What the kind does not use is not kept. */
export function columnsOf(discount: StoredDiscount) {
  const { name, kind, percent, buy, get, appliesTo, targets } = discount
  const isBuyGet = kind === 'buy-get'
  return {
    ...{ name, kind, percent: kind === 'percent' || isBuyGet ? percent : null },
    amount_cents: kind === 'amount' ? cents(discount.amount) : null,
    ...{ buy: isBuyGet ? buy : null, get: isBuyGet ? get : null },
    ...{ applies_to: appliesTo, target_ids: appliesTo === 'everything' ? [] : targets },
    ...{ min_subtotal_cents: cents(discount.minSubtotal), min_quantity: discount.minQuantity },
    ...{ first_order_only: discount.firstOrderOnly, customer_ids: discount.customers },
    ...{ begins_at: atLocal(discount.beginsAt), ends_at: atLocal(discount.endsAt) },
    ...{ limit_in_all: discount.limitInAll, limit_per_customer: discount.limitPerCustomer },
    ...{ is_automatic: discount.isAutomatic, is_combinable: discount.isCombinable, is_active: discount.isActive },
  }
}

export async function showDiscount(db: Database, id: string, mode: PaymentMode): Promise<StaffDiscount> {
  const [row, stored, more] = await Promise.all([
    discountRows(db, mode).where('discounts.id', '=', id).executeTakeFirst(),
    findStored(db, id),
    findFigures(db, id, mode),
  ])
  if (!row) throw noSuchDiscount()
  const { targets, customers, ...fields } = stored
  return {
    ...fields,
    ...toSummary(row),
    targets: await nameTargets(db, stored),
    customers: await findAddresses(db, customers),
    ...more,
  }
}

async function findFigures(db: Database, id: string, mode: PaymentMode) {
  const { rows } = await sql<{ given: number; single: number; used: number }>`
    select
      (select coalesce(-sum(amount_cents), 0)::bigint from discount_uses
        join orders on orders.id = discount_uses.order_id
        join order_adjustments on order_adjustments.order_id = orders.id and source = ${`discount:${id}`}
        where discount_id = ${id} and status in ('processing', 'shipped', 'delivered')
          and currency = (select shop_currency()) and ${isCounted(mode)}) as given,
      count(*)::int as single, count(order_id)::int as used
    from discount_codes where discount_id = ${id} and is_single_use`.execute(db)
  const { given = 0, single: singleCodes = 0, used: usedCodes = 0 } = rows[0] ?? {}
  return { givenAway: fromCents(given), singleCodes, usedCodes }
}

const TABLES = { categories: 'categories', collections: 'collections', products: 'products' } as const

/** In their order; without those that are gone. */
export async function nameTargets(db: Database, { appliesTo, targets }: StoredDiscount) {
  if (appliesTo === 'everything') return []
  const { rows } = await sql<{ _id: string; name: string }>`
    select target.id as _id, name from unnest(${targets}::text[]) with ordinality as target (id, place)
    join ${sql.table(TABLES[appliesTo])} as named on named.id = target.id order by place`.execute(db)
  return rows
}

/** Those of closed accounts too: a form that did not send them back would open the discount to everyone. */
async function findAddresses(db: Database, ids: string[]): Promise<string[]> {
  const people = db.selectFrom('users').select('email').where('id', '=', sql<string>`any(${ids}::text[])`)
  return (await people.orderBy('email').execute()).map(({ email }) => email)
}
