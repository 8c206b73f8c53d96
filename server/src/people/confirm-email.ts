import type { EmailConfirmation } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, refused, TooManyError } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { moveToPending } from './change-email.ts'
import { findPendingEmail, isEmailConfirmed, markEmailConfirmed } from './email-rows.ts'
import { releaseAddress, takeTurnToMove } from './give-back-address.ts'
import { findConfirmation, hasHadEnoughEmails } from './tokens.ts'
import { lockUser } from './users.ts'

/** Idempotent; `session` stays. Answers whether the account moved to its pending address. */
export async function confirmEmail(db: Database, token: string, session: string): Promise<boolean> {
  const sent = await findConfirmation(db, token)
  if (!sent) throw tooOld()
  return transact(db, async db => {
    await takeTurnToMove(db)
    // The address may have changed while this waited: the token proves nothing about another one.
    const user = await lockUser(db, sent.userId)
    if (sent.email === user.email) {
      await markEmailConfirmed(db, user.id)
      return false
    }

    if ((await findPendingEmail(db, user.id)) !== sent.email) throw tooOld()
    await releaseAddress(db, sent.email)
    await moveToPending(db, user, { email: sent.email, session })
    return true
  })
}

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
