import type { EmbeddedDatabase } from './embedded.ts'

const EVERY_MS = 2000

/**
 * Restarts a PostgreSQL that was killed without the shop, for instance for lack of memory; connections reopen by
 * themselves.
 */
export function watchOver(
  database: Pick<EmbeddedDatabase, 'revive'>,
  say: (line: string) => void,
): { close(): Promise<void> } {
  let look: Promise<void> | undefined
  const timer = setInterval(() => {
    look ??= database
      .revive()
      .then(hadDied => hadDied && say('PostgreSQL had died; it runs again.'))
      .catch(error => say(String(error)))
      .then(() => {
        look = undefined
      })
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await look
    },
  }
}
