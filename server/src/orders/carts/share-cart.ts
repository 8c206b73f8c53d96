import { randomBytes } from 'node:crypto'
import { type CartLine, SHARED_CART_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import { hashOf } from '../../people/tokens.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Puts the lines of a cart behind a link, with nothing of the person who shares them; answers its token. */
export function shareCart(db: Database, lines: CartLine[]): Promise<string> {
  // Addresses of pages have no capitals.
  const token = randomBytes(16).toString('hex')
  return transact(db, async db => {
    const expires_at = sql<Date>`now() + make_interval(days => ${SHARED_CART_DAYS})`
    await db
      .insertInto('shared_carts')
      .values({ token_hash: hashOf(token), lines: JSON.stringify(lines), expires_at })
      .execute()
    return token
  })
}

export async function requireSharedCart(db: Database, token: string) {
  const found = await db
    .selectFrom('shared_carts')
    .select('lines')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) throw notFound(`This cart is not shared any more: a link works for ${SHARED_CART_DAYS} days.`)
  return found
}
