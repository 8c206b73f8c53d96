import { sumOf } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { timeZone } from '../../platform/database/days.ts'
import { conflict } from '../../platform/http/errors.ts'
import { lockCards } from './find-gift-cards.ts'
import { bookOnCards, type CardShare } from './gift-card-ledger.ts'

/** Takes from locked cards what they pay of an order that is being placed. */
export function takeFromCards(db: Transaction, orderId: string, shares: CardShare[]): Promise<void> {
  const taken = shares.map(({ card, cents }) => ({ card, cents: -cents }))
  return bookOnCards(db, taken, { reason: 'order', orderId })
}

interface Return {
  reason: 'release' | 'refund'
  /** At the most; without it all that the cards paid. */
  cents?: number
  requestId?: string | undefined
  actorId?: string | null
}

/** Gives back to its cards what they paid for an order and did not get yet; answers the cents. Lock the order first. */
export async function returnToCards(db: Transaction, orderId: string, given: Return): Promise<number> {
  const { reason, cents = Number.POSITIVE_INFINITY, requestId, actorId } = given
  const paid = await listPaid(db, orderId)
  if (paid.length === 0 || cents <= 0) return 0
  await lockCards(
    db,
    paid.map(({ card }) => card),
  )
  let left = cents
  const shares = paid
    .map(({ card, unreturned }) => {
      const share = { card, cents: Math.min(unreturned, left) }
      left -= share.cents
      return share
    })
    .filter(share => share.cents > 0)
  await bookOnCards(db, shares, { reason, orderId, requestId, actorId })
  await giveTime(
    db,
    shares.map(({ card }) => card),
  )
  return sumOf(shares.map(share => share.cents))
}

/** What is back on a card can be spent for 90 days at least, also when the card has expired meanwhile. */
async function giveTime(db: Transaction, cards: string[]): Promise<void> {
  const cardsThatExpire = db.updateTable('gift_cards').where('expires_at', 'is not', null)
  await cardsThatExpire
    .set({ expires_at: sql`greatest(expires_at, date_trunc('day', now() + interval '91 days', ${timeZone}))` })
    .where('id', '=', sql<string>`any(${cards}::text[])`)
    .execute()
}

/** Cents that the cards of an order paid, and what of it did not go back yet. */
const listPaid = (db: Database, orderId: string) =>
  db
    .selectFrom('gift_card_ledger')
    .select(['gift_card_id as card', sql<number>`-sum(delta_cents)::bigint`.as('unreturned')])
    .where('order_id', '=', orderId)
    .where('reason', 'in', ['order', 'release', 'refund'])
    .groupBy('gift_card_id')
    .orderBy('gift_card_id')
    .execute()

export async function countUnreturned(db: Database, orderId: string): Promise<number> {
  return sumOf((await listPaid(db, orderId)).map(({ unreturned }) => unreturned))
}

/** The cents that a repeated request has given back already. */
export async function findReturned(db: Database, orderId: string, requestId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('gift_card_ledger')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('delta_cents'), sql<number>`0`).as('cents'))
    .where('order_id', '=', orderId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Takes what is left of the cards that were bought with an order, and deactivates them. Lock the order first. */
export async function takeBackCards(db: Transaction, orderId: string): Promise<void> {
  const bought = await lockBought(db, orderId)
  if (bought.length === 0) return
  const left = bought.filter(({ balance }) => balance > 0).map(({ card, balance }) => ({ card, cents: -balance }))
  await bookOnCards(db, left, { reason: 'take-back', orderId })
  await db.updateTable('gift_cards').set({ is_active: false }).where('order_id', '=', orderId).execute()
}

/** Its money would go back to a buyer who has spent it. Throws a `conflict`. Lock the order first. */
export async function refuseSpentCards(db: Transaction, orderId: string): Promise<void> {
  if ((await lockBought(db, orderId)).some(({ spent }) => spent > 0))
    throw conflict(
      'A gift card of this order was used, so you cannot cancel it any more. Please contact us.',
      'order_not_cancellable',
    )
}

async function lockBought(db: Transaction, orderId: string) {
  const cards = db.selectFrom('gift_cards').where('gift_cards.order_id', '=', orderId)
  await cards.select('id').orderBy('id').forUpdate().execute()
  return cards.select(['id as card', 'balance_cents as balance', spentCents.as('spent')]).execute()
}

/** What staff took off is spent, too, such as at a counter. */
const spentCents = sql<number>`(
  select coalesce(-sum(delta_cents) filter (where reason in ('order', 'release', 'refund')), 0)
    + greatest(0, -sum(delta_cents) filter (where reason = 'adjust'))
  from gift_card_ledger where gift_card_id = gift_cards.id)::bigint`

/** Cents of the bought cards of an order that were spent: staff are warned before they refund it. Null without any. */
export const spentOfOrder = sql<number | null>`(
  select sum(${spentCents}) from gift_cards where gift_cards.order_id = orders.id)::bigint`

export async function countSpent(db: Database, orderId: string): Promise<number> {
  const order = db.selectFrom('orders').select(spentOfOrder.as('spent')).where('id', '=', orderId)
  return (await order.executeTakeFirst())?.spent ?? 0
}
