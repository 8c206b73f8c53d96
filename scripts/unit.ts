import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * `npm run unit`. Tests wait for half of their time, for the database, timers and locks: more workers than processors,
 * and at most 6, because a container may count the processors of its host.
 */
const workers = process.env.VITEST_MAX_WORKERS ?? Math.min(Math.ceil(availableParallelism() * 1.5), 6)
const { status } = spawnSync('vitest', ['run', '--maxWorkers', String(workers), ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
