import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** A worker that cannot open must not keep the machine busy. */
const REPLACED_AFTER_MS = 500

interface Options {
  count: number
  script: string
  task: unknown
  say: (line: string) => void
}

/** A worker that ends is replaced; all workers end with this process. */
export function createWorkers({ count, script, task, say }: Options) {
  let isClosing = false

  function start(): Promise<string> {
    const worker = cluster.fork({ WORKER_TASK: JSON.stringify(task) })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code, signal) => {
      reject(new Error('The shop does not open, because one of its workers has ended.'))
      if (!isClosing) void replace(signal ?? code)
    })
    return promise
  }

  async function replace(reason: string | number) {
    say(`A worker has ended (${reason}); another takes its place.`)
    await delay(REPLACED_AFTER_MS)
    if (!isClosing) await start().catch(() => {})
  }

  return {
    async open(): Promise<string> {
      // Workers accept connections themselves; the system closes those that a dead worker had accepted.
      cluster.schedulingPolicy = cluster.SCHED_NONE
      cluster.setupPrimary({ exec: script })
      try {
        const [address = ''] = await Promise.all(Array.from({ length: count }, start))
        return address
      } catch (error) {
        isClosing = true
        throw error
      }
    },

    async close(): Promise<void> {
      isClosing = true
      await Promise.all(Object.values(cluster.workers ?? {}).map(worker => worker && end(worker)))
    },
  }
}

async function end(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit')
  if (worker.process.kill('SIGTERM')) await ended
}

export const workerTask = <Task>(): Task => JSON.parse(process.env.WORKER_TASK ?? '{}')

export const reportAddress = (address: string): boolean | undefined => process.send?.(address)
