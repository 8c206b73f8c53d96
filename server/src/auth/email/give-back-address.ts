import type { Transaction } from 'kysely'
import { recordAudit } from '../../audit/audit.repository.ts'
import type { Tables } from '../../database/tables.ts'
import { deleteSessionsOf } from '../../sessions/sessions.repository.ts'
import { deleteChangesFrom, type EmailChange, prolongChanges } from '../../users/email-changes.repository.ts'
import { updateProfile } from '../../users/users.repository.ts'
import { deletePendingTokens } from '../tokens.repository.ts'
import { markEmailConfirmed } from './email-confirmation.repository.ts'

/** Undoes a change of address and all later ones, and revokes every session and token that may belong to who made it. */
export async function giveBackAddress(
  db: Transaction<Tables>,
  userId: string,
  change: EmailChange,
  actor: string | null = userId,
): Promise<void> {
  await updateProfile(db, userId, { email: change.email })
  // The link that asked for this was read there, or the operator vouches for it.
  await markEmailConfirmed(db, userId)
  await deleteChangesFrom(db, userId, change.id)
  // Who reads at an earlier address has the right before this one, and needs the time to use it.
  await prolongChanges(db, userId)
  await deleteSessionsOf(db, userId)
  await deletePendingTokens(db, userId)
  await recordAudit(db, { actor, action: 'email.restored', subject: `user:${userId}` })
}
