import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Queue } from './queue.ts'

/** Jobs can be enqueued before a worker runs. */
export async function installQueues(db: Database, queues: Queue<unknown>[]): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  // Each call below rejects with its own error; an event without a listener would end the process.
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const { name, options } of queues) {
      await boss.createQueue(name, options)
      // A queue's policy cannot be changed later.
      const { policy: _, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
