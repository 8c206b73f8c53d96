import { deleteTokensOfEmail } from '../people/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { allowEmail, countWithheld } from '../platform/mail/email-limits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Email } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { Env } from '../platform/runtime/env.ts'
import { composeEmail } from './compose-email.ts'
import type { EmailPictures } from './draft-order-email.ts'

interface Sending {
  db: Database
  env: Env
  pictures: EmailPictures
  mailer: Mailer
  log: { warn(details: object, message: string): void }
}

/**
 * Renders an email from the outbox and passes it to the mailer; the queue retries failures. Emails over a recipient's
 * limit are withheld, whichever route requested them (ADR 0009).
 */
export async function sendEmail(
  { db, env, pictures, mailer, log }: Sending,
  email: Email,
  emailId: string,
): Promise<void> {
  let isWithheld = false
  const onEnough = () => {
    isWithheld = true
  }
  const written = await composeEmail({ db, env, pictures, emailId, onEnough }, email)
  const allowance = written && (await allowEmail(db, email.kind, written.to.address))
  if (isWithheld || (written && !allowance)) {
    log.warn({ email: emailId, kind: email.kind }, 'an email was withheld: its recipient has had enough')
    await countWithheld(db, email.kind)
    // The link of a withheld email was never sent, and does not count towards the limit.
    await deleteTokensOfEmail(db, emailId)
  }

  crashPoint('email before delivery')
  try {
    if (written && allowance) await mailer.deliver(written, emailId, email.kind)
  } catch (error) {
    await allowance?.giveBack()
    throw error
  }
  crashPoint('email after delivery')
}
