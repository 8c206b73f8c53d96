import { type Adjustment, MOST_REHEARSED, type PaymentMode, REHEARSED_DAYS, type Settings } from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../platform/database/database.ts'
import { firstIdOfLastDays } from '../../platform/database/days.ts'
import { orderNumber } from '../../platform/database/order-numbers.ts'
import { byGroup, findChanges, SUBJECT, settingsOf, valuesOf } from '../../shop/settings.ts'
import { isCounted } from '../invoices/issue-invoice.ts'

export type PastOrder = Awaited<ReturnType<typeof findPastOrders>>[number]

/** The newest ones that were not cancelled, the oldest of them first. */
export async function listPastOrders(db: Database, mode: PaymentMode): Promise<{ ids: string[]; isCapped: boolean }> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>=', firstIdOfLastDays(REHEARSED_DAYS))
    .where('status', '<>', 'cancelled')
    .where(isCounted(mode))
    .orderBy('id', 'desc')
    .limit(MOST_REHEARSED + 1)
    .execute()
  const ids = rows.slice(0, MOST_REHEARSED).map(({ id }) => id)
  return { ids: ids.reverse(), isCapped: rows.length > MOST_REHEARSED }
}

/** What they were priced by, and what that gave. Weights are those that the products have today. */
export async function findPastOrders(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('orders')
    .select([
      'orders.id',
      orderNumber.as('number'),
      'orders.created_at',
      'user_id',
      sql<string>`coalesce(guest_mailbox, user_id)`.as('customer'),
      'currency',
    ])
    .select(['shipping_address', 'billing_address', 'company', 'tax_number', 'tax_exemption', 'anonymised_at'])
    .select(['sub_total_cents', 'shipping_cents', 'fee_cents', 'tax_cents', 'total_cents'])
    .select(
      sql<boolean>`not exists (
        select from orders earlier where earlier.id < orders.id and earlier.status <> 'cancelled'
          and (earlier.user_id = orders.user_id or earlier.guest_mailbox = orders.guest_mailbox))`.as('is_first'),
    )
    .select(order => [
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .innerJoin('products', 'products.id', 'product_id')
          .innerJoin('variants', 'variants.id', 'variant_id')
          .select([
            'order_lines.product_id as id',
            'order_lines.price_cents',
            'saved_cents',
            'quantity',
            'order_lines.tax_class as taxClass',
          ])
          .select(({ fn }) => fn.coalesce('variants.weight_grams', 'products.weight_grams').as('weight'))
          .select(sql<boolean>`gift_cards is not null`.as('isGiftCard'))
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_lines.position'),
      ).as('lines'),
      jsonArrayFrom(
        order
          .selectFrom('order_adjustments')
          .select(['kind', 'label', 'amount_cents as cents', 'line', 'source'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      )
        .$castTo<(Pick<Adjustment, 'kind' | 'label' | 'cents'> & { line: number | null; source: string | null })[]>()
        .as('adjustments'),
      jsonArrayFrom(
        order.selectFrom('discount_uses').select(['discount_id', 'code']).whereRef('order_id', '=', 'orders.id'),
      ).as('uses'),
    ])
    .where('orders.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('orders.id')
    .execute()
  return rows.map(({ lines, ...order }) => ({
    ...order,
    lines: lines.map(({ price_cents, saved_cents, quantity, ...product }) => {
      const price = price_cents + saved_cents
      return { product: { ...product, price, onSale: saved_cents > 0, salePrice: price_cents }, quantity }
    }),
  }))
}

/** Answers the settings of a moment, from the audit log; moments are asked in their order. */
export async function openPastSettings(db: Database): Promise<(at: Date) => Settings> {
  const { changes } = await findChanges(db)
  const events = await db
    .selectFrom('audit_log')
    .select(['at', 'before', 'after'])
    .where('subject', '=', SUBJECT)
    .where('at', '>=', sql<Date>`now() - make_interval(days => ${REHEARSED_DAYS + 1})`)
    .orderBy('id')
    .execute()
  let values = Object.assign(valuesOf(settingsOf(changes)), ...events.map(({ before }) => before).reverse())
  let settings: Settings | undefined
  return at => {
    while (events[0] && events[0].at <= at) {
      values = { ...values, ...events.shift()?.after }
      settings = undefined
    }
    settings ??= settingsOf(byGroup(values))
    return settings
  }
}
