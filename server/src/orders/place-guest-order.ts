import type { BodyOf, Calls, Order, Provider } from '@mela/contract'
import { guestIdOf } from '../people/guests.ts'
import type { SessionUser } from '../people/session-user.ts'
import { deleteSession, insertSession } from '../people/sessions.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, forbidden } from '../platform/http/errors.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { OrderTerms } from '../shop/order-terms.ts'
import { placeOrder } from './place-order.ts'

export interface Browser {
  visitor: SessionUser | undefined
  token: string
  userAgent: string | undefined
  address: string
}

/**
 * Places an order without an account: refuse where the owner takes none, or the caller has one → place it for a new
 * guest → open the guest's session. A repeated key gets its order, and a session for it.
 */
export async function placeGuestOrder(
  db: Database,
  terms: OrderTerms,
  browser: Browser,
  { email, ...input }: BodyOf<Calls['POST /orders/guest']>,
  idempotencyKey: string | undefined,
  providers: readonly Provider[],
): Promise<{ order: Order; token: string }> {
  if (!terms.takesGuests) throw forbidden('Please log in or create an account to order.')
  if (browser.visitor) throw conflict('You are logged in: order with your account, or log out first.')

  const userId = guestIdOf(email, idempotencyKey)
  const shopper = { userId, address: browser.address, guestEmail: email }
  const order = await placeOrder(db, terms, shopper, input, idempotencyKey, providers)
  crashPoint('guest order placed')
  return { order, token: await replaceSession(db, browser, userId) }
}

/** A browser has one session: that of its guest's last order. */
export async function replaceSession(db: Database, { token, userAgent }: Browser, guestId: string): Promise<string> {
  await deleteSession(db, token)
  return insertSession(db, guestId, userAgent)
}
