import { repeat } from '../../runtime/repeat.ts'
import type { Part } from '../../runtime/run-until-stopped.ts'
import type { EmbeddedDatabase } from './embedded.ts'

const EVERY_MS = 2000

/** PostgreSQL may be killed alone, for lack of memory; connections reopen by themselves. */
export function watchOver(database: Pick<EmbeddedDatabase, 'revive'>, say: (line: string) => void): Part {
  const revive = async () => (await database.revive()) && say('PostgreSQL had died; it runs again.')
  return repeat(EVERY_MS, revive, error => say(String(error)))
}
