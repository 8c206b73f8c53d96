import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeAvifs } from '../server/src/media/avif-queue.ts'
import { folderStore } from '../server/src/media/file-store.ts'
import { seedDemo } from '../server/src/operate/demo/demo.ts'
import { prepareDatabase } from '../server/src/operate/queues.ts'
import { connect } from '../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../server/src/platform/database/embedded/embedded.ts'
import { readEnv } from '../server/src/platform/runtime/env.ts'
import { prepareOwner } from './shop-process.ts'
import { dataDir, prepared } from './shops.ts'

/** Makes the data folders unless they exist: the gate makes them while other tests run. */
export async function prepareData(): Promise<void> {
  await Promise.all([prepareDemo(), prepareOwner()])
}

async function prepareDemo(): Promise<void> {
  if (existsSync(prepared)) return
  const folder = join(dataDir, 'unfinished')
  await mkdir(folder, { recursive: true })
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres') })
  const { db, close } = connect(database.url)
  await prepareDatabase(db)
  const files = await folderStore(join(folder, 'media'))
  await seedDemo(db, files, readEnv({ DATA_DIR: folder }), () => {})
  // One AVIF is enough for the tests; making all of them takes a minute on two cores.
  const { id } = await db.selectFrom('media').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('media').set({ avif_at: sql`'infinity'` }).where('id', '<>', id).execute()
  await makeAvifs(db, files)
  await close()
  await database.stop()
  await rename(folder, prepared)
}

if (import.meta.main) await prepareData()
