import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type OwnData, ownData } from '@mela/contract'
import pLimit from 'p-limit'
import { listFullOrders } from '../orders/read-orders.ts'
import { listAnswersAbout } from '../payments/dispute-answers.ts'
import { listPaymentsOf } from '../payments/rows.ts'
import { presentUser, userColumns } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { RowsBefore } from '../platform/database/rows-before.ts'
import { ok } from '../platform/http/errors.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { listAddressesOf } from './addresses.ts'

const BATCH = 200
/** A snapshot holds a pool connection while it is written. */
const SNAPSHOTS_AT_ONCE = 2
const snapshots = pLimit(SNAPSHOTS_AT_ONCE)

/** One file per account and per network address, at most this many in all. */
const AT_ONCE = 100
const WITHIN_MS = 120_000
const places = openPlaces(AT_ONCE, 'The shop is busy with other downloads. Please try again in a moment.', 1)

/** A file is written first, so that a slow reader holds no connection, and an error leaves no half of an export. */
export async function openOwnData(db: Database, folder: string, userId: string, address: string): Promise<Readable> {
  const leave = places.take(userId, address)
  try {
    const file = await snapshots(() => writeOwnData(db, folder, userId))
    const stream = file.createReadStream({ start: 0, signal: AbortSignal.timeout(WITHIN_MS) })
    // A broken download has only `close`; `end` frees the place before the file closes.
    return stream.once('end', leave).once('close', leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** The file has no name, so it ends with its last reader, also in a crash. */
async function writeOwnData(db: Database, folder: string, userId: string): Promise<FileHandle> {
  const path = join(folder, `.own-data-${newId()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    for await (const text of inSnapshot(db, userId)) await file.appendFile(text)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* inSnapshot(db: Database, userId: string) {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    yield* textOf(snapshot, userId)
  } finally {
    await snapshot.rollback().execute()
  }
}

async function* textOf(db: Database, userId: string) {
  const [head, tail] = JSON.stringify(ok({})).split('{}')
  yield `${head}{`
  let separator = ''
  for (const [field, batches] of Object.entries(partsOf(db, userId))) {
    yield `${separator}${JSON.stringify(field)}:`
    yield* batches
    separator = ','
  }
  yield `}${tail}`
}

function partsOf(db: Database, userId: string): Record<keyof OwnData, AsyncGenerator<string>> {
  return {
    profile: whole('profile', () => findOwnProfile(db, userId)),
    formerEmails: whole('formerEmails', () => listFormerEmails(db, userId)),
    addresses: whole('addresses', () => listAddressesOf(db, userId)),
    orders: inBatches('orders', part => listFullOrders(db, userId, part)),
    payments: inBatches('payments', part => listPaymentsOf(db, userId, part)),
    disputeAnswers: whole('disputeAnswers', () => listAnswersAbout(db, userId)),
    reviews: inBatches('reviews', part => listOwnReviews(db, userId, part)),
    sessions: whole('sessions', () => listOwnSessions(db, userId)),
    knownDevices: whole('knownDevices', () => listOwnDevices(db, userId)),
    events: whole('events', () => listOwnEvents(db, userId)),
  }
}

/** Fields that the contract does not name are dropped. */
async function* whole<Field extends keyof OwnData>(field: Field, read: () => Promise<OwnData[Field]>) {
  yield JSON.stringify(ownData.shape[field].parse(await read()))
}

/** Each batch begins after the last id of the previous one. */
async function* inBatches<Item extends { _id: string }>(
  field: 'orders' | 'payments' | 'reviews',
  read: (part: RowsBefore) => Promise<Item[]>,
) {
  yield '['
  let before: string | undefined
  for (;;) {
    const items = await read({ before, limit: BATCH })
    if (items.length > 0) {
      const text = JSON.stringify(ownData.shape[field].parse(items)).slice(1, -1)
      yield before === undefined ? text : `,${text}`
    }
    if (items.length < BATCH) break
    before = items.at(-1)?._id
  }
  yield ']'
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

async function listOwnReviews(
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
