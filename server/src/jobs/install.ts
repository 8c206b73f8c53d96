import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { QUEUES } from './queues.ts'

/** Brings the queues' own tables up to date, so that jobs can be left there before anybody works on them. */
export async function installQueues(db: Database): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  await boss.start()
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
}
