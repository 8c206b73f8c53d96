import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Database } from '../database/database.ts'
import { hasWaitingPictures } from './avif-waiting.ts'

const LOOKS_EVERY_MS = 15_000
const script = fileURLToPath(new URL('avif-process.ts', import.meta.url))

/**
 * Polls for pictures without AVIF and starts a low-priority process for them, which frees its memory when it ends.
 * Failures are retried at the next poll.
 */
export function openAvifWorkshop(db: Database, databaseUrl: string): { close(): Promise<void> } {
  let work: ChildProcess | undefined
  let isClosed = false

  async function look() {
    if (work || !(await hasWaitingPictures(db)) || work || isClosed) return
    work = fork(script, { env: { ...process.env, DATABASE_URL: databaseUrl } })
    work.once('exit', () => {
      work = undefined
    })
    if (work.pid) setPriority(work.pid, constants.priority.PRIORITY_LOW)
  }

  // An unreachable database is back at a later poll.
  const timer = setInterval(() => look().catch(() => {}), LOOKS_EVERY_MS)
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      if (!work) return
      const ended = once(work, 'exit')
      work.kill()
      await ended
    },
  }
}
