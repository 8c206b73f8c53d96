import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Database } from '../platform/database/database.ts'
import type { Env } from '../platform/runtime/env.ts'
import { repeat } from '../platform/runtime/repeat.ts'
import type { Part } from '../platform/runtime/run-until-stopped.ts'

const POLL_EVERY_MS = 15_000
const script = fileURLToPath(new URL('avif-process.ts', import.meta.url))

/** A low-priority process frees its memory when it ends; failures are retried at the next poll. */
export function openAvifWorkshop(db: Database, { makesAvif }: Pick<Env, 'makesAvif'>, databaseUrl: string): Part {
  if (!makesAvif) return { close: async () => {} }
  let work: ChildProcess | undefined

  async function poll() {
    if (work || !(await hasWaitingPictures(db))) return
    work = fork(script, { env: { ...process.env, DATABASE_URL: databaseUrl } })
    const forget = () => {
      work = undefined
    }
    // The system may be short of processes or files.
    work.once('exit', forget).once('error', forget)
    if (work.pid) setPriority(work.pid, constants.priority.PRIORITY_LOW)
  }

  // An unreachable database is back at a later poll.
  const polling = repeat(POLL_EVERY_MS, poll)
  return {
    async close() {
      await polling.close()
      if (!work) return
      const ended = once(work, 'exit')
      work.kill()
      await ended
    },
  }
}

async function hasWaitingPictures(db: Database): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('avif_at', 'is', null).limit(1).executeTakeFirst()
  return row !== undefined
}
