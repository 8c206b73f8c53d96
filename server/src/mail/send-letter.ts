import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import { step } from '../steps.ts'
import type { Letter } from './letter.ts'
import type { Postman } from './postman.ts'
import { writeLetter } from './write-letter.ts'

/** Writes a letter that waited in the outbox and hands it to the postman; a failure is for the queue to try again. */
export async function sendLetter(
  { db, env, postman }: { db: Database; env: Env; postman: Postman },
  letter: Letter,
  letterId: string,
): Promise<void> {
  const written = await writeLetter({ db, env, letterId }, letter)
  step('letter before delivery')
  if (written) await postman.deliver(written, letterId, letter.kind)
  step('letter after delivery')
}
