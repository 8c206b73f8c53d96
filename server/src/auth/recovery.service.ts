import type { ResetPasswordInput } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { refused } from '../http/errors.ts'
import { post } from '../mail/outbox.ts'
import { hashPassword } from './passwords.ts'
import { findIdByEmail, markEmailConfirmed, updatePassword } from './recovery.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteToken, findTokenOwner } from './tokens.repository.ts'

/**
 * Does the same for every address (DECISIONS B61): for an unknown one the letter goes to nobody. Who may not have one, or
 * has had enough of them, is found when it is written.
 */
export async function requestPasswordReset(db: Database, email: string): Promise<void> {
  const user = (await findIdByEmail(db, email)) ?? newId()
  await post(db, { kind: 'password-reset', user })
}

/** Sets the new password and signs everybody out; a link works once. */
export async function resetPassword(db: Database, { token, password }: ResetPasswordInput): Promise<void> {
  const userId = await findTokenOwner(db, 'password-reset', token)
  if (!userId) throw worthless()

  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async db => {
    if (!(await deleteToken(db, token))) throw worthless()
    await updatePassword(db, userId, passwordHash)
    // Whoever came by the letter's link reads at the address that it was sent to.
    await markEmailConfirmed(db, userId)
    await deleteSessionsOf(db, userId)
    await post(db, { kind: 'password-changed', user: userId })
    await record(db, { actor: userId, action: 'password.reset', subject: `user:${userId}` })
  })
}

const worthless = () => refused('This link was used already or is too old. Please ask for a new one.')
