import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Database } from '../platform/database/database.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded/embedded.ts'
import { keepShopClosed } from '../platform/database/shop-lock.ts'
import { transact } from '../platform/database/transact.ts'
import { type Env, readEnv } from '../platform/runtime/env.ts'
import { prepareDatabase } from './queues.ts'

export class OperatorError extends Error {}

/** The shop may be open or not. Ends the process: 0 on success, else 1 after one sentence. */
export async function withShop(command: (db: Database, env: Env) => Promise<void>, { mayCreate = false } = {}) {
  try {
    const env = readEnv(process.env)
    const dataDir = join(env.dataDir, 'postgres')
    if (!env.databaseUrl && !mayCreate && !existsSync(dataDir))
      throw new OperatorError(`There is no shop in ${env.dataDir}. Is DATA_DIR right?`)
    const own = env.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir })
    const { db, close } = connect(env.databaseUrl ?? own?.url ?? '', { poolSize: 2 })
    try {
      await prepareDatabase(db)
      await command(db, env)
    } finally {
      // A server that was already running, or that a shop has adopted meanwhile, is left running.
      const isOurs = own !== undefined && !own.adopted && (await transact(db, keepShopClosed))
      await close()
      if (isOurs) await own.stop()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

export const say = (line: string) => process.stdout.write(`${line}\n`)
