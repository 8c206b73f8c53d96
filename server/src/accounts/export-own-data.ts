import type { OwnData } from '@mela/contract'
import pLimit from 'p-limit'
import { listFullOrders } from '../orders/read-orders.ts'
import { listAnswersAbout } from '../payments/read-disputes.ts'
import { listPaymentsOf } from '../payments/rows.ts'
import { presentUser, userColumns } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { listAddressesOf } from './addresses.ts'

/** Each holds a connection while it reads. */
const snapshots = pLimit(2)

/** One file per account and per network address, at most this many in all. */
const AT_ONCE = 100
const places = openPlaces(AT_ONCE, 'The shop is busy with other downloads. Please try again in a moment.', 1)

/** Everything about a person, as it was at one moment. */
export async function exportOwnData(db: Database, userId: string, address: string): Promise<OwnData> {
  const leave = places.take(userId, address)
  try {
    return await snapshots(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(db => readOwnData(db, userId)),
    )
  } finally {
    leave()
  }
}

async function readOwnData(db: Database, userId: string): Promise<OwnData> {
  return {
    profile: await findOwnProfile(db, userId),
    formerEmails: await listFormerEmails(db, userId),
    addresses: await listAddressesOf(db, userId),
    orders: await listFullOrders(db, userId),
    payments: await listPaymentsOf(db, userId),
    disputeAnswers: await listAnswersAbout(db, userId),
    reviews: await listOwnReviews(db, userId),
    sessions: await listOwnSessions(db, userId),
    knownDevices: await listOwnDevices(db, userId),
    events: await listOwnEvents(db, userId),
  }
}

async function findOwnProfile(db: Database, userId: string): Promise<OwnData['profile']> {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .leftJoin('pending_emails', 'pending_emails.user_id', 'users.id')
    .select([...userColumns, 'created_at', 'email_confirmed_at', 'two_factor.confirmed_at'])
    .select('pending_emails.email as pendingEmail')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    ...presentUser(row),
    createdAt: row.created_at.toISOString(),
    emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
    pendingEmail: row.pendingEmail,
    twoFactorSince: row.confirmed_at?.toISOString() ?? null,
  }
}

/** Kept so that a change of address without the password can be undone. */
async function listFormerEmails(db: Database, userId: string): Promise<OwnData['formerEmails']> {
  const rows = await db
    .selectFrom('email_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ email, expires_at }) => ({ email, keptUntil: expires_at.toISOString() }))
}

async function listOwnReviews(db: Database, userId: string): Promise<OwnData['reviews']> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['reviews.id as _id', 'title', 'rating', 'comment', 'reviews.created_at as createdAt'])
    .select(['products.id as product', 'products.name as productName', 'state', 'hidden_reason', 'reply', 'replied_at'])
    .where('user_id', '=', userId)
    .orderBy('reviews.id', 'desc')
    .execute()
  return rows.map(({ state, hidden_reason, reply, replied_at, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    ...(state !== 'shown' && { state }),
    ...(state === 'hidden' && hidden_reason !== null && { reason: hidden_reason }),
    ...(reply !== null && replied_at && { reply: { text: reply, createdAt: replied_at.toISOString() } }),
  }))
}

async function listOwnSessions(db: Database, userId: string): Promise<OwnData['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent as userAgent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ userAgent, created_at, last_used_at, expires_at }) => ({
    userAgent,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }))
}

async function listOwnDevices(db: Database, userId: string): Promise<OwnData['knownDevices']> {
  const rows = await db
    .selectFrom('known_devices')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(row => ({ createdAt: row.created_at.toISOString(), lastUsedAt: row.last_used_at.toISOString() }))
}

async function listOwnEvents(db: Database, userId: string): Promise<OwnData['events']> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action'])
    .where(auditEvent =>
      auditEvent.or([auditEvent('actor_id', '=', userId), auditEvent('subject', '=', `user:${userId}`)]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, action }) => ({ at: at.toISOString(), action }))
}
