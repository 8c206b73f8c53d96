import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  deleteChangesFrom,
  type EmailChange,
  findFirstChange,
  isEmailConfirmed,
  markEmailConfirmed,
  prolongChanges,
} from './email-rows.ts'
import { deleteSessionsOf } from './sessions.ts'
import { deletePendingTokens } from './tokens.ts'
import { findIdByEmail, lockAccount, unreachableEmail, updateProfile } from './users.ts'

/** Later changes are undone too, and every session and token issued since is revoked. */
export async function giveBackAddress(
  db: Transaction,
  userId: string,
  change: EmailChange,
  actor: string | null = userId,
): Promise<void> {
  await updateProfile(db, userId, { email: change.email })
  // The link was read there, or the operator vouches for it.
  await markEmailConfirmed(db, userId)
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
