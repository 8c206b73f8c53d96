import type { Transaction } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Tables } from '../platform/database/tables.ts'
import { deleteChangesFrom, type EmailChange, markEmailConfirmed, prolongChanges } from './email-rows.ts'
import { deleteSessionsOf } from './sessions.ts'
import { deletePendingTokens } from './tokens.ts'
import { updateProfile } from './users.ts'

/** Later changes are undone too, and every session and token issued since is revoked. */
export async function giveBackAddress(
  db: Transaction<Tables>,
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
