import { type Calls, type FullGiftCard, fromCents, type QueryOf, type StaffGiftCard } from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/days.ts'
import { findIds, inOrder } from '../../platform/database/ids.ts'
import { orderNumber, withOrderIds } from '../../platform/database/order-numbers.ts'
import { notFound } from '../../platform/http/errors.ts'
import { blockOf, type FoundGiftCard, isUsable } from './find-gift-cards.ts'

export const noSuchCard = () => notFound('Gift card not found.')

const searched = sql<string>`folded(coalesce(last_four, '') || ' ' || coalesce(recipient_email, '') || ' ' || coalesce(order_id::text, ''))`

/** Lists cards by last four characters, recipient or order, the newest first. */
export async function listGiftCards(db: Database, query: QueryOf<Calls['GET /gift-cards']>) {
  const keyword = await withOrderIds(db, query.keyword)
  const { ids, total } = await findIds(db, { ...query, keyword }, holds => {
    const found = db
      .selectFrom('gift_cards')
      .select('id')
      .where(({ and }) => and(holds(searched)))
    return query.only === 'open' ? found.where(isOpen) : found
  })
  const rows = await cards(db).where('gift_cards.id', '=', sql<string>`any(${ids}::text[])`).execute()
  return { rows: inOrder(ids, rows).map(cardOf), total }
}

/** Cards that can still pay. */
const isOpen = sql<boolean>`(balance_cents > 0 and ${isUsable})`

export async function sumLiability(db: Database) {
  const rows = await db
    .selectFrom('gift_cards')
    .select(({ fn }) => ['currency', fn.sum<number>('balance_cents').as('cents'), fn.countAll<number>().as('cards')])
    .where(isOpen)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return {
    cards: rows.reduce((sum, { cards }) => sum + cards, 0),
    amounts: rows.map(({ currency, cents }) => ({ amount: fromCents(Number(cents)), currency })),
  }
}

export async function showGiftCard(db: Database, id: string): Promise<FullGiftCard> {
  const row = await inFull(db).where('gift_cards.id', '=', id).executeTakeFirst()
  if (!row) throw noSuchCard()
  return {
    ...cardOf(row),
    message: row.message,
    madeBy: personOf(row.made_by, row.maker),
    ledger: row.ledger.map(({ cents, actor_id, actor, order_id, number, ...entry }) => ({
      ...entry,
      amount: fromCents(cents),
      order: order_id === null ? null : { _id: order_id, number },
      by: personOf(actor_id, actor),
    })),
  }
}

const cards = (db: Database) =>
  db
    .selectFrom('gift_cards')
    .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
    .select(['gift_cards.id', 'last_four', 'initial_cents', 'balance_cents', 'gift_cards.currency', 'is_active'])
    .select(['gift_cards.expires_at', 'recipient_email', 'gift_cards.order_id', 'gift_cards.created_at'])
    .select([orderNumber.as('number'), sql<boolean>`coalesce(gift_cards.expires_at <= now(), false)`.as('is_expired')])
    .select(blockOf.as('block'))

type Name = { firstName: string; lastName: string }

const nameOf = (id: string) => sql<Name | null>`(
  select json_build_object('firstName', first_name, 'lastName', last_name) from users where users.id = ${sql.ref(id)})`

const inFull = (db: Database) =>
  cards(db)
    .select(['message', 'made_by', nameOf('gift_cards.made_by').as('maker')])
    .select(card =>
      jsonArrayFrom(
        card
          .selectFrom('gift_card_ledger')
          .leftJoin('orders', 'orders.id', 'gift_card_ledger.order_id')
          .select([
            'gift_card_ledger.id',
            'reason',
            'delta_cents as cents',
            'gift_card_ledger.order_id',
            'gift_card_ledger.note',
            'actor_id',
          ])
          .select([
            orderNumber.as('number'),
            nameOf('actor_id').as('actor'),
            isoTime('gift_card_ledger.created_at').as('at'),
          ])
          .whereRef('gift_card_id', '=', 'gift_cards.id')
          .orderBy('gift_card_ledger.id', 'desc'),
      ).as('ledger'),
    )

const personOf = (_id: string | null, name: Name | null) =>
  _id === null ? null : { _id, name: name ?? { firstName: '', lastName: '' } }

const holds = {
  review: 'Its order is to be reviewed first.',
  payment: 'The payment of its order is disputed, on its way back, or was taken in part by a bank.',
}

export const holdOf = (block: FoundGiftCard['block']) => (block && block !== 'off' ? holds[block] : null)

const cardOf = (row: Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number]): StaffGiftCard => ({
  _id: row.id,
  lastFour: row.last_four,
  initialAmount: fromCents(row.initial_cents),
  balance: fromCents(row.balance_cents),
  currency: row.currency,
  expiresAt: row.expires_at?.toISOString() ?? null,
  isExpired: row.is_expired,
  isActive: row.is_active,
  hold: holdOf(row.block),
  recipient: row.recipient_email,
  order: row.order_id === null ? null : { _id: row.order_id, number: row.number },
  createdAt: row.created_at.toISOString(),
})
