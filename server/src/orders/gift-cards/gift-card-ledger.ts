import type { GiftCardReason } from '@mela/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/database.ts'

/** A part of an amount in cents, from a card or to it. */
export interface CardShare {
  card: string
  cents: number
}

interface Cause {
  reason: GiftCardReason
  orderId?: string
  requestId?: string | undefined
  actorId?: string | null | undefined
  note?: string
}

/** Books amounts in the ledger and in the balances, which they may lower. The cards must be locked, or be new. */
export async function bookOnCards(db: Transaction, shares: CardShare[], cause: Cause): Promise<void> {
  if (shares.length === 0) return
  const { reason, orderId = null, requestId = null, actorId = null, note = null } = cause
  const [cards, cents] = [shares.map(({ card }) => card), shares.map(share => share.cents)]
  await sql`
    with booked as (
      insert into gift_card_ledger (gift_card_id, delta_cents, reason, order_id, request_id, actor_id, note)
      select card, cents, ${reason}, ${orderId}, ${requestId}, ${actorId}, ${note}
      from unnest(${cards}::text[], ${cents}::bigint[]) as shares (card, cents)
      returning gift_card_id, delta_cents
    )
    update gift_cards set balance_cents = balance_cents + booked.delta_cents
    from booked where gift_cards.id = booked.gift_card_id`.execute(db)
}
