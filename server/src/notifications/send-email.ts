import { deleteTokensOfEmail } from '../auth/tokens.repository.ts'
import type { Database } from '../database/database.ts'
import type { Email } from '../mail/email-kinds.ts'
import { allowEmail } from '../mail/email-limits.ts'
import type { Mailer } from '../mail/mailer.ts'
import { countWithheld } from '../mail/withheld-emails.repository.ts'
import { crashPoint } from '../runtime/crash-points.ts'
import type { Env } from '../runtime/env.ts'
import { composeEmail } from './compose-email.ts'

interface Post {
  db: Database
  env: Env
  mailer: Mailer
  log: { warn(details: object, message: string): void }
}

/**
 * Writes a letter that waited in the outbox and hands it to the postman; a failure is for the queue to try again. What its
 * recipient has had enough of is withheld, whichever route asked for it (ADR 0022).
 */
export async function sendEmail({ db, env, mailer, log }: Post, email: Email, emailId: string): Promise<void> {
  let isWithheld = false
  const onEnough = () => {
    isWithheld = true
  }
  const written = await composeEmail({ db, env, emailId, onEnough }, email)
  const allowance = written && (await allowEmail(db, email.kind, written.to.address))
  if (isWithheld || (written && !allowance)) {
    log.warn({ email: emailId, kind: email.kind }, 'an email was withheld: its recipient has had enough')
    await countWithheld(db, email.kind)
    // Its link was never sent, and does not count as one of those that an account may have.
    await deleteTokensOfEmail(db, emailId)
  }

  crashPoint('letter before delivery')
  try {
    if (written && allowance) await mailer.deliver(written, emailId, email.kind)
  } catch (error) {
    await allowance?.giveBack()
    throw error
  }
  crashPoint('letter after delivery')
}
