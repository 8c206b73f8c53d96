import { type InsertObject, sql } from 'kysely'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Invalidate } from '../../platform/database/invalidation.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import { moveOrder, payableOrders } from '../move-order.ts'
import { isActive } from './find-gift-cards.ts'
import { bookOnCards } from './gift-card-ledger.ts'

/**
 * Issues the cards that an order bought, once, in the transaction that records its payment: a card of the full price for
 * each unit → ledger → email → end an order of nothing else. Lock the order first.
 */
export async function issueGiftCards(db: Transaction, invalidate: Invalidate, order_id: string): Promise<void> {
  const cards = (await listUnissued(db, order_id)).flatMap(({ gift_cards, line, cents, currency }) =>
    (gift_cards ?? []).flatMap(({ quantity, email, message }) =>
      Array.from({ length: quantity }, () => ({
        ...{ id: newId(), order_id, line, initial_cents: cents, currency },
        recipient_email: email ?? null,
        message: message ?? null,
      })),
    ),
  )
  await insertGiftCards(db, cards)
  await endOrderOfCards(db, invalidate, order_id)
}

/** Sends the codes that have waited for it. Lock the order first. */
export async function releaseGiftCards(db: Transaction, invalidate: Invalidate, orderId: string): Promise<void> {
  const cards = db.selectFrom('gift_cards').select('id').where('order_id', '=', orderId)
  const waiting = await cards.where('code_hash', 'is', null).execute()
  for (const { id } of waiting) await enqueueEmail(db, { kind: 'gift-card', giftCard: id })
  await endOrderOfCards(db, invalidate, orderId)
}

/** A paid order of gift cards alone is delivered once each can be used. */
async function endOrderOfCards(db: Transaction, invalidate: Invalidate, id: string): Promise<void> {
  const order = await payableOrders(db)
    .where('id', '=', id)
    .where('status', 'in', ['processing', 'shipped'])
    .where(sql<boolean>`not exists (select from order_lines where order_id = orders.id and gift_cards is null)`)
    .where(sql<boolean>`not exists (select from gift_cards where order_id = orders.id and not ${isActive})`)
    .executeTakeFirst()
  if (order) await moveOrder(db, invalidate, order, 'delivered', null)
}

type NewCard = InsertObject<Tables, 'gift_cards'> & { id: string; initial_cents: number }

/** They get their codes when their emails are written. */
export async function insertGiftCards(db: Transaction, cards: NewCard[], actorId?: string): Promise<void> {
  if (cards.length === 0) return
  await db.insertInto('gift_cards').values(cards).execute()
  const shares = cards.map(({ id, initial_cents }) => ({ card: id, cents: initial_cents }))
  await bookOnCards(db, shares, { reason: 'issue', actorId })
  for (const { id } of cards) await enqueueEmail(db, { kind: 'gift-card', giftCard: id })
}

/** A sale lowers what a card costs, not what it is worth. */
const listUnissued = (db: Transaction, orderId: string) =>
  db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['position as line', 'order_lines.gift_cards', 'currency'])
    .select(sql<number>`order_lines.price_cents + order_lines.saved_cents`.as('cents'))
    .where('order_id', '=', orderId)
    .where('order_lines.gift_cards', 'is not', null)
    .where(sql<boolean>`order_lines.price_cents + order_lines.saved_cents > 0`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('gift_cards').select('id').where('gift_cards.order_id', '=', orderId))),
    )
    .orderBy('position')
    .execute()
