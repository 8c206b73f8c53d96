import type { OwnData } from '@mela/contract'
import { presentUser, userColumns } from '../people/present-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { RowsBefore } from '../platform/database/rows-before.ts'

export async function findOwnProfile(db: Database, userId: string): Promise<OwnData['profile']> {
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
export async function listFormerEmails(db: Database, userId: string): Promise<OwnData['formerEmails']> {
  const rows = await db
    .selectFrom('email_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ email, expires_at }) => ({ email, keptUntil: expires_at.toISOString() }))
}

export async function listOwnReviews(
  db: Database,
  userId: string,
  { before, limit }: RowsBefore,
): Promise<OwnData['reviews']> {
  const reviews = db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['reviews.id as _id', 'title', 'rating', 'comment', 'reviews.created_at as createdAt'])
    .select(['products.id as product', 'products.name as productName', 'state', 'hidden_reason', 'reply', 'replied_at'])
    .where('user_id', '=', userId)
  const rows = await (before ? reviews.where('reviews.id', '<', before) : reviews)
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ state, hidden_reason, reply, replied_at, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    ...(state !== 'shown' && { state }),
    ...(state === 'hidden' && hidden_reason !== null && { reason: hidden_reason }),
    ...(reply !== null && replied_at && { reply: { text: reply, createdAt: replied_at.toISOString() } }),
  }))
}

export async function listOwnSessions(db: Database, userId: string): Promise<OwnData['sessions']> {
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

export async function listOwnDevices(db: Database, userId: string): Promise<OwnData['knownDevices']> {
  const rows = await db
    .selectFrom('known_devices')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(row => ({ createdAt: row.created_at.toISOString(), lastUsedAt: row.last_used_at.toISOString() }))
}

export async function listOwnEvents(db: Database, userId: string): Promise<OwnData['events']> {
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
