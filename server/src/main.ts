import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_BASE } from '@mela/contract'
import { indexProducts } from './catalog/search/index-products.ts'
import { openAvifWorkshop } from './media/avif-workshop.ts'
import { folderStore } from './media/file-store.ts'
import { openPictureMaker } from './media/picture-maker.ts'
import { isUnseeded } from './operate/demo/demo-rows.ts'
import { openWork } from './operate/open-work.ts'
import { refuseUnready, warnUnready } from './operate/opening.ts'
import { prepareDatabase } from './operate/queues.ts'
import { type OpenGateways, openGateways } from './payments/gateways/open-gateway.ts'
import { refuseLostKey } from './people/sealed-secrets.ts'
import { type Connection, connect } from './platform/database/database.ts'
import { startEmbeddedDatabase, watchOver } from './platform/database/embedded/embedded.ts'
import { catalogChanges } from './platform/database/invalidation.ts'
import { listen } from './platform/database/listening.ts'
import { lockShop } from './platform/database/shop-lock.ts'
import { createLog, standardOutput } from './platform/http/standard-output.ts'
import { type Env, readEnv } from './platform/runtime/env.ts'
import { complain, type Part, runUntilStopped } from './platform/runtime/run-until-stopped.ts'
import { createWorkers } from './platform/runtime/workers.ts'
import type { ServingTask } from './serve.ts'
import { readSettings } from './shop/settings.ts'

const say = (line: string) => standardOutput.write(`${line}\n`)
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

runUntilStopped(async opened => {
  const env = readEnv(process.env)
  await refuseTakenPort(env)

  const databaseUrl = env.databaseUrl ?? (await openDatabase(env, opened))
  if (env.databaseUrl) await lockOrRefuse(env, databaseUrl)

  const connection = connect(databaseUrl)
  opened.push(connection)
  await prepareDatabase(connection.db)
  await refuseLostKey(connection.db, env)
  await refuseUnready(connection.db, env)
  await indexProducts(connection.db)
  const files = await folderStore(join(env.dataDir, 'media'))
  if (env.mode === 'demo' && (await isUnseeded(connection.db))) seedInOwnProcess(databaseUrl)

  const payments = await openGateways(connection.db, env, { folder: env.dataDir })
  opened.push(payments)
  const atWork: Part[] = [openAvifWorkshop(connection.db, env, databaseUrl)]
  opened.push({ close: () => Promise.all(atWork.map(part => part.close())) })
  const open = env.workers > 1 ? serveByWorkers : serveHere
  const address = await open({ env, databaseUrl, connection, payments }, atWork)
  payments.sendEventsTo(address + API_BASE)
  const log = createLog(env)
  const pictures = openPictureMaker(files.folder)
  atWork.push(pictures, await openWork(connection, payments.gateways, { log, env, files, pictures }))
  const { shop } = await readSettings(connection.db)
  say(`\n  ${shop.name} is open at ${env.publicUrl}\n  Stop it with Ctrl-C.\n`)
  await warnUnready(connection.db, env, log)
})

interface Opening {
  env: Env
  databaseUrl: string
  connection: Connection
  payments: OpenGateways
}

async function serveHere({ connection, ...opening }: Opening, atWork: Part[]): Promise<string> {
  const { serve } = await import('./serve.ts')
  const served = await serve({ ...opening, pool: connection.pool, poolSize: 10 })
  atWork.push(served)
  return served.address
}

/** Shared by the workers, so that they fit into PostgreSQL's usual 100; each has one more that listens. */
const CONNECTIONS_OF_WORKERS = 40

async function serveByWorkers({ env, databaseUrl, connection, payments }: Opening, atWork: Part[]): Promise<string> {
  const poolSize = Math.max(3, Math.min(10, Math.floor(CONNECTIONS_OF_WORKERS / env.workers)))
  // The task is sent as JSON, so it contains no functions.
  const task: ServingTask = { databaseUrl, poolSize, emulators: payments.emulators }
  // Background work pays with the keys that staff change in a worker.
  const heard = await listen(connection.pool, catalogChanges)
  atWork.push({ close: async () => heard.stop() })
  const workers = createWorkers({ count: env.workers, script: fileOf('worker.ts'), task, say: complain })
  atWork.push(workers)
  return workers.open()
}

async function openDatabase(env: Env, opened: Part[]): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir: join(env.dataDir, 'postgres') })
  const lock = await lockOrRefuse(env, database.url, database.revive)
  const stop = () => {
    lock.release()
    return database.stop()
  }
  opened.push({ close: stop }, watchOver(database, say))
  return database.url
}

async function lockOrRefuse(env: Env, url: string, revive?: () => Promise<unknown>) {
  const lock = await lockShop(url, { isShared: env.databaseUrl !== undefined, ...(revive && { revive }) })
  if (lock) return lock
  throw new Error(
    env.databaseUrl
      ? 'A command is changing this database. Start the shop when it is done.'
      : `Another shop is open on ${env.dataDir}. Stop it first, or give this one a folder of its own: DATA_DIR=./data2 npm start`,
  )
}

/** Preparing pictures takes more memory than selling does, and a process returns it only when it ends. */
function seedInOwnProcess(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  execFileSync(process.execPath, [fileOf('seed.ts')], { stdio: 'inherit', env })
}

/** Checked first, because a second shop on the same data would stop the first one's database when it gives up. */
function refuseTakenPort({ port, host }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new Error(
          code === 'EADDRINUSE'
            ? `Port ${port} is taken. Stop what runs there, or choose another: PORT=3001 npm start`
            : `The shop cannot listen at HOST ${host} and PORT ${port}: ${message}.`,
        ),
      ),
    )
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}
