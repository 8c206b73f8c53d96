import { join } from 'node:path'
import { folderStore } from './media/file-store.ts'
import { seedDemo } from './operate/demo/demo.ts'
import { prepareDatabase } from './operate/queues.ts'
import { connect } from './platform/database/database.ts'
import { startEmbeddedDatabase } from './platform/database/embedded/embedded.ts'
import { readEnv } from './platform/runtime/env.ts'

/** Pictures take memory, so a process of its own seeds the shop. */
const env = readEnv(process.env)
if (env.mode !== 'demo') throw new Error(`Only a demo shop is seeded; this one has SHOP_MODE=${env.mode}.`)

const own = env.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: join(env.dataDir, 'postgres') })
const { db, close } = connect(env.databaseUrl ?? own?.url ?? '')
await prepareDatabase(db)
await seedDemo(db, await folderStore(join(env.dataDir, 'media')), env, line => process.stdout.write(`${line}\n`))
await close()
// A server that was already running belongs to an open shop.
if (own && !own.adopted) await own.stop()
