import type { Database } from '../database/database.ts'
import { conflict, refused, TooManyError } from '../http/errors.ts'
import { post } from '../mail/outbox.ts'
import { lockAccount } from '../users/users.repository.ts'
import { markEmailConfirmed } from './recovery.repository.ts'
import { findTokenOwner, hasHadEnoughLetters } from './tokens.repository.ts'

/** A link may be opened again: it says the same as before. */
export async function confirmEmail(db: Database, token: string): Promise<void> {
  await db.transaction().execute(async db => {
    const userId = await findTokenOwner(db, 'confirm-email', token)
    if (userId) await lockAccount(db, userId)
    // Another address may have come while this waited: the token proves nothing of that one.
    if (!userId || !(await findTokenOwner(db, 'confirm-email', token))) {
      throw refused('This link is too old. You can ask for a new one in your profile.')
    }
    await markEmailConfirmed(db, userId)
  })
}

export async function isEmailConfirmed(db: Database, userId: string): Promise<boolean> {
  const { email_confirmed_at } = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email_confirmed_at !== null
}

export async function sendConfirmationAgain(db: Database, userId: string): Promise<void> {
  if (await isEmailConfirmed(db, userId)) throw conflict('This address is confirmed already.')
  if (await hasHadEnoughLetters(db, userId, 'confirm-email')) {
    throw new TooManyError('We have sent you several emails. Please look for them, or try again in an hour.', 3600)
  }
  await post(db, { kind: 'confirm-email', user: userId })
}
