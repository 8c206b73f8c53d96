import type { EmailConfirmation } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, refused, TooManyError } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import {
  deleteChangesFrom,
  deletePendingEmail,
  type EmailChange,
  findFirstChange,
  findPendingEmail,
  isEmailConfirmed,
  keepFirstChange,
  markEmailConfirmed,
  prolongChanges,
  undoUntil,
} from './email-rows.ts'
import { adoptGuestOrders } from './guests.ts'
import { hasTwoFactor, missingPassword } from './prove-owner.ts'
import type { SessionUser } from './session-user.ts'
import { deleteSessionsOf, findSession } from './sessions.ts'
import { deletePendingTokens, hasHadEnoughEmails, tokensOfActive } from './tokens.ts'
import { findIdByEmail, lockAccount, lockUser, refuseTakenEmail, unreachableEmail, updateProfile } from './users.ts'

interface EmailMove {
  email: string
  /** A change that lacked the password can be undone for UNDO_DAYS. */
  isProven: boolean
  session: string
}

/** With two-factor sign-in on, the emailed link changes it. Throws a `conflict` when the address is taken. */
export async function changeEmail(db: Transaction, user: SessionUser, move: EmailMove): Promise<SessionUser> {
  const { id } = user
  // The address is released only with the password, as by a registration: without it neither account has proved it.
  if (move.isProven) await releaseAddress(db, move.email)
  const earlier = await findFirstChange(db, id, move.email)
  if (earlier?.wasConfirmed) return moveToConfirmed(db, user, move)
  await enqueueEmail(db, { kind: 'confirm-email', user: id })
  if (!(await hasTwoFactor(db, id))) return moveTo(db, user, move)

  if (!move.isProven) throw missingPassword()
  await refuseTakenEmail(db, id, move.email)
  await savePendingEmail(db, id, move.email)
  return user
}

async function moveToConfirmed(db: Transaction, user: SessionUser, move: EmailMove): Promise<SessionUser> {
  const moved = await moveTo(db, user, move)
  await markEmailConfirmed(db, user.id)
  return moved
}

async function moveTo(db: Transaction, { id, email: formerly }: SessionUser, { email, isProven, session }: EmailMove) {
  const isConfirmed = await isEmailConfirmed(db, id)
  // Before the address changes, so that tokens sent to the old one stay valid.
  await keepUndoLinks(db, id, { email, isProven }, { email: formerly, isConfirmed })

  const moved = await updateProfile(db, id, { email })
  // An unconfirmed address may belong to another person.
  if (isConfirmed) await enqueueEmail(db, { kind: 'email-changed', user: id, formerly })
  await deleteSessionsOf(db, id, session)
  await recordAudit(db, { actor: id, action: 'email.changed', subject: `user:${id}` })
  return moved
}

/** Returning to an earlier address undoes what came after: a thief's link would outlast the owner's (ADR 0021). */
async function keepUndoLinks(
  db: Transaction,
  userId: string,
  { email, isProven }: Omit<EmailMove, 'session'>,
  formerly: { email: string; isConfirmed: boolean },
): Promise<void> {
  if (isProven) await keepFirstChange(db, userId)
  const earlier = await findFirstChange(db, userId, email)
  if (earlier) await deleteChangesFrom(db, userId, earlier.id)
  if (isProven) return
  await prolongChanges(db, userId)
  // An unconfirmed address is stored only when there is no other.
  if (earlier || (!formerly.isConfirmed && (await findFirstChange(db, userId)))) return
  await db
    .insertInto('email_changes')
    .values({ user_id: userId, email: formerly.email, was_confirmed: formerly.isConfirmed, expires_at: undoUntil })
    .execute()
}

/** The account moves once the emailed link is opened (ADR 0021). Requires two-factor sign-in. */
async function savePendingEmail(db: Database, userId: string, email: string): Promise<void> {
  const pending = { email, expires_at: undoUntil }
  await db
    .insertInto('pending_emails')
    .values({ user_id: userId, ...pending })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(pending))
    .execute()
}

interface Confirmed {
  /** To its pending address. */
  hasMoved: boolean
  adoptedOrders: number
}

/** Idempotent. `session` stays and must be the account's: another person may have registered it with this address. */
export async function confirmEmail(db: Database, token: string, session: string): Promise<Confirmed> {
  const sent = await tokensOfActive(db, 'confirm-email', token)
    .select(['users.id as userId', 'user_tokens.email'])
    .where('user_tokens.email', '<>', '')
    .executeTakeFirstOrThrow(tooOld)
  return transact(db, async db => {
    await takeTurnToMove(db)
    // The address may have changed while this waited: the token proves nothing about another one.
    const user = await lockUser(db, sent.userId)
    const hasMoved = sent.email !== user.email
    if (hasMoved && (await findPendingEmail(db, user.id)) !== sent.email) throw tooOld()
    if ((await findSession(db, session))?.user.id !== user.id) throw notTheirs()
    if (hasMoved) {
      await releaseAddress(db, sent.email)
      await moveTo(db, user, { email: sent.email, session, isProven: true })
      await deletePendingEmail(db, user.id)
    }
    await markEmailConfirmed(db, user.id)
    return { hasMoved, adoptedOrders: await adoptGuestOrders(db, { id: user.id, email: sent.email }) }
  })
}

const notTheirs = () => forbidden('Log in to your account first, then press again.', 'other_account')

const tooOld = () => refused('This link is too old. You can ask for a new one in your profile.', 'link_expired')

export async function findEmailConfirmation(db: Database, userId: string): Promise<EmailConfirmation> {
  const [confirmed, pending] = [await isEmailConfirmed(db, userId), await findPendingEmail(db, userId)]
  return { confirmed, pending: pending ?? null }
}

export async function sendConfirmationAgain(db: Database, userId: string): Promise<void> {
  const { confirmed, pending } = await findEmailConfirmation(db, userId)
  if (confirmed && !pending) throw conflict('This address is confirmed already.', 'email_already_confirmed')
  if (await hasHadEnoughEmails(db, userId, 'confirm-email')) {
    throw new TooManyError('We have sent you several emails. Please look for them, or try again in an hour.', 3600)
  }
  await enqueueEmail(db, { kind: 'confirm-email', user: userId })
}

/** Later changes are undone too, and every session and token issued since is revoked. */
export async function giveBackAddress(
  db: Transaction,
  userId: string,
  change: EmailChange,
  actor: string | null = userId,
): Promise<void> {
  await updateProfile(db, userId, { email: change.email })
  if (change.wasConfirmed) await markEmailConfirmed(db, userId)
  await deleteChangesFrom(db, userId, change.id)
  // The reader of an earlier address takes precedence, and needs time to use the link.
  await prolongChanges(db, userId)
  await deleteSessionsOf(db, userId)
  await deletePendingTokens(db, userId)
  await recordAudit(db, { actor, action: 'email.restored', subject: `user:${userId}` })
}

/** An unproven change must not bar the address's reader from registering (ADR 0021). */
export async function releaseAddress(db: Transaction, email: string): Promise<void> {
  const holder = await findIdByEmail(db, email)
  if (!holder || (await isEmailConfirmed(db, holder)) || !(await findFirstChange(db, holder))) return
  await lockAccount(db, holder)
  const change = await findFirstChange(db, holder)
  if (!change || (await findIdByEmail(db, email)) !== holder || (await isEmailConfirmed(db, holder))) return

  // The change stays recorded, so that the link at the earlier address still ends what a thief has begun.
  await moveBack(db, holder, change.email, change.wasConfirmed)
}

/** Call it before any account is locked: two accounts that swap addresses would deadlock. */
export async function takeTurnToMove(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts that move', 0))`.execute(db)
}

/** The account keeps all else, because its orders are on their way. */
export const takeAddress = (db: Transaction, userId: string) => moveBack(db, userId, unreachableEmail(userId), false)

async function moveBack(db: Transaction, userId: string, email: string, wasConfirmed: boolean): Promise<void> {
  await updateProfile(db, userId, { email })
  if (wasConfirmed) await markEmailConfirmed(db, userId)
  await deletePendingTokens(db, userId)
  await deleteSessionsOf(db, userId)
  await recordAudit(db, { actor: null, action: 'email.restored', subject: `user:${userId}` })
}
