import { deleteTokensOfLetter } from '../auth/tokens.repository.ts'
import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import { step } from '../steps.ts'
import { allowEmail } from './email-limits.ts'
import type { Letter } from './letter.ts'
import type { Postman } from './postman.ts'
import { countWithheld } from './withheld-emails.repository.ts'
import { writeLetter } from './write-letter.ts'

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
