import { deleteTokensOfLetter } from '../auth/tokens.repository.ts'
import type { Database } from '../database/database.ts'
import type { Letter } from '../mail/email-kinds.ts'
import { allowEmail } from '../mail/email-limits.ts'
import type { Postman } from '../mail/mailer.ts'
import { countWithheld } from '../mail/withheld-emails.repository.ts'
import { step } from '../runtime/crash-points.ts'
import type { Env } from '../runtime/env.ts'
import { writeLetter } from './compose-email.ts'

interface Post {
  db: Database
  env: Env
  postman: Postman
  log: { warn(details: object, message: string): void }
}

/**
 * Writes a letter that waited in the outbox and hands it to the postman; a failure is for the queue to try again. What its
 * recipient has had enough of is withheld, whichever route asked for it (ADR 0022).
 */
export async function sendLetter({ db, env, postman, log }: Post, letter: Letter, letterId: string): Promise<void> {
  let isWithheld = false
  const onEnough = () => {
    isWithheld = true
  }
  const written = await writeLetter({ db, env, letterId, onEnough }, letter)
  const allowance = written && (await allowEmail(db, letter.kind, written.to.address))
  if (isWithheld || (written && !allowance)) {
    log.warn({ letter: letterId, kind: letter.kind }, 'an email was withheld: its recipient has had enough')
    await countWithheld(db, letter.kind)
    // Its link was never sent, and does not count as one of those that an account may have.
    await deleteTokensOfLetter(db, letterId)
  }

  step('letter before delivery')
  try {
    if (written && allowance) await postman.deliver(written, letterId, letter.kind)
  } catch (error) {
    await allowance?.giveBack()
    throw error
  }
  step('letter after delivery')
}
