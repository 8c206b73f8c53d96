import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, Calls, SavedCart } from '@mela/contract'
import { sql } from 'kysely'
import { type Caller, lockOwner } from '../../people/sessions.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict } from '../../platform/http/errors.ts'

/**
 * Saves the cart of an account, unless another device has saved one since the sender's version; that one is answered,
 * and the device merges it. A repeat whose first answer was lost is answered alike.
 */
export function saveCart(
  db: Database,
  { user: { id: userId }, token }: Caller,
  { version, ...input }: BodyOf<Calls['PUT /cart']>,
): Promise<SavedCart> {
  return transact(db, async db => {
    await lockOwner(db, userId, token)
    const lines = JSON.stringify(input.lines)
    const words = { note: input.note ?? null, gift_text: input.giftText ?? null }
    const saved = await db
      .insertInto('carts')
      .values({ user_id: userId, lines, ...words })
      .onConflict(row =>
        row
          .column('user_id')
          .doUpdateSet({
            ...{ lines, ...words },
            version: sql`carts.version + 1`,
            updated_at: sql<Date>`now()`,
            // What is added to an empty cart is another cart, of which an email may remind again.
            ...(input.lines.length === 0 && { reminded_at: null }),
          })
          .where('carts.version', '=', version),
      )
      .returning(cartColumns)
      .executeTakeFirst()
    if (saved) return cartOf(saved)
    const present = await showCart(db, userId)
    if (isDeepStrictEqual(present, cartOf({ lines: input.lines, ...words, version: present.version }))) return present
    throw conflict('Your cart was changed on another device.', 'version_conflict', present)
  })
}

const cartColumns = ['lines', 'note', 'gift_text', 'version'] as const

export async function showCart(db: Database, userId: string): Promise<SavedCart> {
  const row = await db.selectFrom('carts').select(cartColumns).where('user_id', '=', userId).executeTakeFirst()
  return row ? cartOf(row) : { lines: [], note: '', giftText: '', version: 0 }
}

interface CartRow extends Pick<SavedCart, 'lines' | 'version'> {
  note: string | null
  gift_text: string | null
}

const cartOf = ({ lines, note, gift_text, version }: CartRow): SavedCart => ({
  ...{ lines, version },
  note: note ?? '',
  giftText: gift_text ?? '',
})
