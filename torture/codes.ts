import type { Connection } from '../server/src/platform/database/database.ts'
import { demand, type Purchase } from './memory.ts'

type Pool = Connection['pool']

/** Each order has the uses that it was answered with, until it is cancelled; no limit is passed. */
export async function checkDiscounts(pool: Pool, purchases: Purchase[]): Promise<void> {
  const { rows } = await pool.query<{ order: string; uses: string[] }>(
    `select order_id as order, array_agg('discount:' || discount_id order by discount_id) as uses
    from discount_uses group by order_id`,
  )
  const stored = new Map(rows.map(({ order, uses }) => [order, uses]))
  for (const { orderId = '', isCancelled, discounts } of purchases) {
    const [uses, expected] = [stored.get(orderId) ?? [], isCancelled ? [] : discounts.toSorted()]
    demand(uses.join() === expected.join(), `Order ${orderId} has used ${uses}, and not ${expected}.`)
  }
  const { rows: over } = await pool.query<{ name: string; uses: number }>(
    `select name, count(*)::int as uses from discount_uses join discounts on discounts.id = discount_id
    group by discounts.id having count(*) > limit_in_all
    union all
    select name, count(*)::int from discount_uses join discounts on discounts.id = discount_id
    join orders on orders.id = order_id
    group by discounts.id, coalesce(guest_mailbox, user_id) having count(*) > limit_per_customer`,
  )
  const [first] = over
  demand(first === undefined, `Discount '${first?.name}' was used ${first?.uses} times, more than its limit.`)
}

interface CardRow {
  id: string
  order: string | null
  initial: number
  balance: number
  booked: number
}

/** The balance is the sum of the ledger, and what the buyers' answers leave of the card. */
export async function checkGiftCards(pool: Pool, purchases: Purchase[]): Promise<void> {
  const { rows } = await pool.query<CardRow>(
    `select id, order_id as order, initial_cents::int as initial, balance_cents::int as balance,
      (select coalesce(sum(delta_cents), 0)::int from gift_card_ledger where gift_card_id = gift_cards.id) as booked
    from gift_cards`,
  )
  const isOver = ({ isCancelled, isRefunded }: Purchase) => isCancelled || isRefunded
  const takenBack = new Set(purchases.filter(isOver).map(({ orderId }) => orderId))
  const spent = new Map<string, number>()
  for (const { byCards, back } of purchases.filter(purchase => !isOver(purchase)))
    for (const [card, cents] of Object.entries(byCards))
      spent.set(card, (spent.get(card) ?? 0) + cents - (back?.toCards ?? 0))
  for (const { id, order, initial, balance, booked } of rows) {
    const expected = (order !== null && takenBack.has(order) ? 0 : initial) - (spent.get(id) ?? 0)
    demand(
      balance === booked && balance === expected,
      `Gift card ${id} has ${balance}, its ledger says ${booked}, its buyers ${expected}.`,
    )
  }
}
