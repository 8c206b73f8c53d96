import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Queue } from './queue.ts'

/** Creates pg-boss's tables and these queues, so that jobs can be enqueued before a worker runs. */
export async function installQueues(db: Database, queues: Queue<unknown>[]): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  await boss.start()
  for (const { name, options } of queues) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
}
