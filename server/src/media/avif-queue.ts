import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { writeAvifs } from './avif.ts'
import type { FileStore } from './file-store.ts'

/** Pictures per invalidation, because it drops all pages in memory. */
const ANNOUNCED_EVERY = 200

/** Several processes may share the work. */
export async function makeAvifs(db: Database, files: FileStore): Promise<void> {
  let unannounced = 0
  while (await makeNext(db, files)) {
    unannounced++
    if (unannounced === ANNOUNCED_EVERY) unannounced = await announce(db)
  }
  if (unannounced > 0) await announce(db)
}

/** Until then the pages show WebP, which is larger but correct. */
async function announce(db: Database): Promise<0> {
  await transact(db, async (_db, invalidate) => invalidate('catalog'))
  return 0
}

/** False when none waits. The row stays locked during the work, so that a crash returns it. */
function makeNext(db: Database, files: FileStore): Promise<boolean> {
  return transact(db, async db => {
    const file = await takeWaiting(db)
    if (file === undefined) return false

    const isMade = await writeAvifs(files, file)
    await db
      .updateTable('media')
      .set({ avif_at: isMade ? sql`now()` : sql`'infinity'` })
      .where('file', '=', file)
      .where('avif_at', 'is', null)
      .execute()
    return true
  })
}

async function takeWaiting(db: Transaction<Tables>): Promise<string | undefined> {
  const row = await db
    .selectFrom('media')
    .select('file')
    .where('avif_at', 'is', null)
    .orderBy('id')
    .limit(1)
    // Weaker than an update's lock: products may use the picture meanwhile.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.file
}
