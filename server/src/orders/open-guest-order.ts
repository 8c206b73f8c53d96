import type { Order } from '@mela/contract'
import { sql } from 'kysely'
import { adoptGuestOrders } from '../people/guests.ts'
import { hashOf } from '../people/tokens.ts'
import { lockUser } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, refused } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { type Browser, replaceSession } from './place-guest-order.ts'
import { requireOwnOrder } from './read-orders.ts'

const tooOld = () => refused('This link has ended, or the order has moved to an account.', 'link_expired')

export async function requireGuestOrder(db: Database, token: string): Promise<Order> {
  const linked = await requireLink(db, token)
  return requireOwnOrder(db, linked.guest, linked.order)
}

/**
 * Opens the order of an emailed link in this browser: a visitor gets the guest's session. The account that is signed in
 * here takes this order over when it has its address, which a forwarded link does not confirm; another account must log
 * out first.
 */
export async function openGuestSession(
  db: Database,
  browser: Browser,
  linkToken: string,
): Promise<{ order: string; token?: string }> {
  const { guest, email, order } = await requireLink(db, linkToken)
  const { visitor } = browser
  if (!visitor) return { order, token: await replaceSession(db, browser, guest) }
  if (visitor.email !== email)
    throw conflict('You are logged in with another address. Log out to open this order.', 'other_account')

  await transact(db, async db => {
    const user = await lockUser(db, visitor.id)
    if (user.email === email) await adoptGuestOrders(db, { id: visitor.id, email }, guest)
  })
  return { order }
}

/** Answers nothing, and does the same for every token. */
export async function renewGuestLink(db: Database, token: string): Promise<void> {
  const linked = await findLinkedOrder(db, token)
  await enqueueEmail(db, { kind: 'order-link', order: linked?.order ?? newId() })
}

async function requireLink(db: Database, token: string) {
  const linked = await findLinkedOrder(db, token)
  if (!linked?.isValid) throw tooOld()
  return linked
}

interface LinkedOrder {
  guest: string
  email: string
  order: string
  isValid: boolean
}

/**
 * An expired link still says where a new one goes; that of an order which an account has taken over finds nothing. One
 * that was being written as staff corrected the address went to the former one.
 */
async function findLinkedOrder(db: Database, token: string): Promise<LinkedOrder | undefined> {
  return db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .innerJoin('orders', 'orders.user_id', 'users.id')
    .select(['users.id as guest', 'users.email', 'orders.id as order'])
    .select(sql<boolean>`user_tokens.expires_at > now()`.as('isValid'))
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'guest-order')
    .whereRef('user_tokens.email', '=', 'users.email')
    .where('role', '=', 'guest')
    .where('is_active', '=', true)
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst()
}
