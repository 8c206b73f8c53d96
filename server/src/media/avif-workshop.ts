import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Database } from '../database/database.ts'
import { hasWaitingPictures } from './avif-waiting.ts'

const LOOKS_EVERY_MS = 15_000
const script = fileURLToPath(new URL('avif-process.ts', import.meta.url))

/**
 * Looks now and then for pictures without AVIF and has them made by a process that runs when nobody else wants the
 * processor, and gives its memory back when it ends. What fails is tried again at the next look.
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

  // A database that is away is back at one of the next looks.
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
