import { sql } from 'kysely'
import { expect } from 'vitest'
import type { RealShop } from './trade-commands.ts'
import type { TradeModel } from './trade-model.ts'

/** What the model's code can be used in all. */
export const MOST_USES = 3

export async function agree({ products, orders, code, cardCents }: TradeModel, real: RealShop): Promise<void> {
  const { db } = real.shop
  const placed = await sql<{ id: string; status: string; total: number; payment: string; counting: number }>`
    select orders.id, orders.status, total_cents as total, coalesce(payments.status, 'none') as payment,
      (select count(*)::int from payments where order_id = orders.id and status <> 'failed' and problem is null) as counting
    from orders left join payments on payments.id = orders.payment_id
    where orders.user_id = ${real.customer.id} order by orders.id`.execute(db)
  const expected = orders.map(({ status, totalCents, payment }, index) => {
    return { id: real.orders[index], status, total: totalCents, payment, counting: payment === 'none' ? 0 : 1 }
  })
  expect(placed.rows).toEqual(expected.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)))

  const { rows } = await sql`
    select uses, balance_cents as balance, (select sum(delta_cents)::int from gift_card_ledger where gift_card_id = gift_cards.id) as booked
    from discounts, gift_cards where discounts.id = ${real.discount.id} and gift_cards.id = ${real.giftCard.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ uses: MOST_USES - code.left, balance: cardCents, booked: cardCents }])

  const variants = real.products.map(({ product, variant = product }) => variant)
  const lists = await sql<{ left: number; booked: number }>`
    select quantity as left, (select sum(delta)::int from stock_ledger where variant_id = stock.variant_id) as booked
    from stock where variant_id = any(${variants}) order by array_position(${variants}, variant_id::text)`.execute(db)
  expect(lists.rows).toEqual(products.map(({ left }) => ({ left, booked: left })))
}

export async function agreeWithProvider({ orders }: TradeModel, { shop, orders: ids }: RealShop): Promise<void> {
  const attempts = await shop.db
    .selectFrom('payment_attempts')
    .select(['order_id', 'provider_order_id'])
    .where('order_id', '=', sql<string>`any(${ids})`)
    .where('provider_order_id', 'is not', null)
    .execute()
  const held = new Map<string, number>()
  for (const { order_id, provider_order_id } of attempts) {
    const { charge, refunds = [] } = (await shop.gateway.retrieve(provider_order_id ?? '')) ?? {}
    const taken = charge?.state === 'completed' ? charge.amount.cents : 0
    const back = refunds.reduce((sum, { amount }) => sum + amount.cents, 0)
    held.set(order_id, (held.get(order_id) ?? 0) + taken - back)
  }
  const expected = orders.map(({ heldCents }, index) => [ids[index], heldCents])
  expect(ids.map(id => [id, held.get(id) ?? 0])).toEqual(expected)
}
