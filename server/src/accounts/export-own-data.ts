import { fromCents, type OwnData } from '@mela/contract'
import pLimit from 'p-limit'
import { showCart } from '../orders/carts/save-cart.ts'
import { listFullOrders } from '../orders/read-orders.ts'
import { listAnswersAbout } from '../payments/read-disputes.ts'
import { ofOrders, paymentOf } from '../payments/rows.ts'
import { presentUser, userColumns } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { listAddressesOf } from './addresses.ts'

/** Each holds a connection while it reads. */
const snapshots = pLimit(2)

/** One file per account and per network address, at most this many in all. */
const AT_ONCE = 100
const places = openPlaces(AT_ONCE, 'The shop is busy with other downloads. Please try again in a moment.', 1)

/** Everything about a person, as it was at one moment. */
export const exportOwnData = (db: Database, userId: string, address: string): Promise<OwnData> =>
  places.hold([userId, address], () =>
    snapshots(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(db => readOwnData(db, userId)),
    ),
  )

async function readOwnData(db: Database, userId: string): Promise<OwnData> {
  return {
    profile: await findOwnProfile(db, userId),
    formerEmails: await listFormerEmails(db, userId),
    guestMailboxes: await listGuestMailboxes(db, userId),
    addresses: await listAddressesOf(db, userId),
    cart: await showCart(db, userId),
    orders: await listFullOrders(db, userId),
    payments: (await ofOrders(db).where('user_id', '=', userId).orderBy('id', 'desc').execute()).map(paymentOf),
    discounts: await listOwnDiscounts(db, userId),
    giftCards: await listReceivedCards(db, userId),
    disputeAnswers: await listAnswersAbout(db, userId),
    reviews: await listOwnReviews(db, userId),
    sessions: await listOwnSessions(db, userId),
    knownDevices: await listOwnDevices(db, userId),
    events: await listOwnEvents(db, userId),
  }
}

async function findOwnProfile(db: Database, userId: string): Promise<OwnData['profile']> {
  const { pendingEmail, createdAt, emailConfirmedAt, twoFactorSince, reminders, ...user } = await db
    .selectFrom('users')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .leftJoin('pending_emails', 'pending_emails.user_id', 'users.id')
    .select([
      ...userColumns,
      'users.reminders',
      'pending_emails.email as pendingEmail',
      isoTime('created_at').as('createdAt'),
    ])
    .select(isoTime<string | null>('email_confirmed_at').as('emailConfirmedAt'))
    .select(isoTime<string | null>('two_factor.confirmed_at').as('twoFactorSince'))
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const role = user.role === 'guest' ? 'customer' : user.role
  return { ...presentUser({ ...user, role }), createdAt, emailConfirmedAt, pendingEmail, twoFactorSince, reminders }
}

async function listGuestMailboxes(db: Database, userId: string): Promise<string[]> {
  const orders = db.selectFrom('orders').select('guest_mailbox').distinct().where('user_id', '=', userId)
  return (await orders.execute()).flatMap(({ guest_mailbox }) => guest_mailbox ?? [])
}

/** Kept so that a change of address without the password can be undone. */
const listFormerEmails = (db: Database, userId: string): Promise<OwnData['formerEmails']> =>
  db
    .selectFrom('email_changes')
    .select(['email', isoTime('expires_at').as('keptUntil')])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const listOwnDiscounts = (db: Database, userId: string): Promise<OwnData['discounts']> =>
  db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('discounts', 'discounts.id', 'discount_id')
    .select(['order_id as order', 'discounts.name', 'code'])
    .where('user_id', '=', userId)
    .orderBy('order_id', 'desc')
    .execute()

/** An address that is not confirmed may be another person's. */
async function listReceivedCards(db: Database, userId: string): Promise<OwnData['giftCards']> {
  const rows = await db
    .selectFrom('gift_cards')
    .innerJoin('users', 'users.email', 'recipient_email')
    .select(['last_four as lastFour', 'initial_cents', 'balance_cents', 'currency', 'message'])
    .select(isoTime('gift_cards.created_at').as('sentAt'))
    .where('users.id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('last_four', 'is not', null)
    .orderBy('gift_cards.id', 'desc')
    .$narrowType<{ lastFour: string }>()
    .execute()
  return rows.map(({ initial_cents, balance_cents, ...card }) => ({
    ...card,
    initialAmount: fromCents(initial_cents),
    balance: fromCents(balance_cents),
  }))
}

async function listOwnReviews(db: Database, userId: string): Promise<OwnData['reviews']> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['reviews.id as _id', 'title', 'rating', 'comment', isoTime('reviews.created_at').as('createdAt')])
    .select(['products.id as product', 'products.name as productName', 'state', 'hidden_reason', 'reply'])
    .select(isoTime<string | null>('replied_at').as('repliedAt'))
    .where('user_id', '=', userId)
    .orderBy('reviews.id', 'desc')
    .execute()
  return rows.map(({ state, hidden_reason, reply, repliedAt, ...row }) => ({
    ...row,
    ...(state !== 'shown' && { state }),
    ...(state === 'hidden' && hidden_reason !== null && { reason: hidden_reason }),
    ...(reply !== null && repliedAt && { reply: { text: reply, createdAt: repliedAt } }),
  }))
}

const listOwnSessions = (db: Database, userId: string): Promise<OwnData['sessions']> =>
  db
    .selectFrom('sessions')
    .select(['user_agent as userAgent', isoTime('created_at').as('createdAt')])
    .select([isoTime('last_used_at').as('lastUsedAt'), isoTime('expires_at').as('expiresAt')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

const listOwnDevices = (db: Database, userId: string): Promise<OwnData['knownDevices']> =>
  db
    .selectFrom('known_devices')
    .select([isoTime('created_at').as('createdAt'), isoTime('last_used_at').as('lastUsedAt')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

const listOwnEvents = (db: Database, userId: string): Promise<OwnData['events']> =>
  db
    .selectFrom('audit_log')
    .select([isoTime('at').as('at'), 'action'])
    .where(({ or, eb }) => or([eb('actor_id', '=', userId), eb('subject', '=', `user:${userId}`)]))
    .orderBy('id', 'desc')
    .execute()
