import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { bookOnCards } from './gift-card-ledger.ts'

/** Books out what is left of cards that have expired. */
export async function expireGiftCards(db: Database): Promise<void> {
  await transact(db, async db => {
    const expired = await db
      .selectFrom('gift_cards')
      .select(['id as card', 'balance_cents as balance'])
      .where('balance_cents', '>', 0)
      .where('expires_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .forUpdate()
      .execute()
    const shares = expired.map(({ card, balance }) => ({ card, cents: -balance }))
    await bookOnCards(db, shares, { reason: 'expire' })
  })
}
