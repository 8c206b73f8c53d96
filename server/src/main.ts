import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_BASE, SHOP, WEBHOOK_PATH } from '@mela/contract'
import { buildApp } from './app.ts'
import { sealSecrets } from './auth/two-factor/seal-all.ts'
import { connect, REQUEST_MS } from './database/database.ts'
import { startEmbeddedDatabase } from './database/embedded/embedded.ts'
import { watchOver } from './database/embedded/watch-over.ts'
import { catalogChanges } from './database/invalidation.ts'
import { listen } from './database/listening.ts'
import { lockShop } from './database/shop-lock.ts'
import { isUnseeded } from './demo/is-unseeded.ts'
import { gatewaysOf } from './gateways/gateways.ts'
import { openGateway, testPaymentsFile } from './gateways/open-gateway.ts'
import { standardOutput } from './http/standard-output.ts'
import { liveEventsChannel } from './live/live-events.ts'
import { lostAccessChannel } from './live/lost-access.ts'
import { openAvifWorkshop } from './media/avif-workshop.ts'
import { folderStore } from './media/file-store.ts'
import { refuseUnready } from './operate/opening.ts'
import { loadWebApp } from './pages/web-app.ts'
import { closeAll, type Part, together } from './runtime/closing.ts'
import { type Env, readEnv } from './runtime/env.ts'
import { indexProducts } from './search/index-products.ts'
import { openWork } from './work/open-work.ts'
import { prepareDatabase } from './work/queues.ts'

const say = (line: string) => standardOutput.write(`${line}\n`)

/** Opened parts, closed in reverse order. */
const opened: Part[] = []

async function open() {
  const env = readEnv(process.env)
  await refuseTakenPort(env)

  const databaseUrl = env.databaseUrl ?? (await openDatabase(env))
  if (env.databaseUrl) await lockOrRefuse(env, databaseUrl)

  const connection = connect(databaseUrl)
  // Requests have connections of their own, with a limit for each statement.
  const { db, close } = connect(databaseUrl, { answerMs: REQUEST_MS })
  opened.push(together([connection, { close }]))
  await prepareDatabase(connection.db)
  await sealSecrets(connection.db, env)
  await refuseUnready(connection.db, env)
  await indexProducts(connection.db)
  const files = await folderStore(join(env.dataDir, 'media'))
  if (env.mode === 'demo' && (await isUnseeded(connection.db))) seedInOwnProcess(databaseUrl)

  const payments = await openGateway(env, { snapshotFile: testPaymentsFile(env) })
  opened.push(payments)
  const gateways = gatewaysOf(payments.gateway)
  const event = await listen(connection.pool, { ...catalogChanges, ...liveEventsChannel, ...lostAccessChannel })
  opened.push({ close: async () => event.stop() })

  const app = await buildApp({ db, env, files, gateways, web: await loadWebApp() })
  const atWork: Part[] = [app, openAvifWorkshop(connection.db, env, databaseUrl)]
  opened.push(together(atWork))
  const address = await app.listen({ host: env.host, port: env.port })
  payments.sendEventsTo(address + API_BASE + WEBHOOK_PATH)
  atWork.push(await openWork(connection, gateways, app))
  say(`\n  ${SHOP.name} is open at ${env.publicUrl}\n  Stop it with Ctrl-C.\n`)
}

/** The data folder's database, which belongs to one shop. */
async function openDatabase(env: Env): Promise<string> {
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
  const script = fileURLToPath(new URL('seed.ts', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, DATABASE_URL: databaseUrl } })
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

function complain(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
}

/** Drains and stops, within ten seconds. Waits for a part that is just opening, which would otherwise stay open. */
async function stop(code: number) {
  setTimeout(() => process.exit(1), 10_000).unref()
  await Promise.race([opening.catch(() => {}), delay(3000)])
  await closeAll(opened.splice(0), complain)
  process.exit(code)
}

let stopped = 0
function stopOnce() {
  if (stopped === 0) void stop(0)
  stopped ||= Date.now()
}

// npm forwards the Ctrl-C that the terminal has already sent here, so only a later signal means "now".
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopped > 0 && Date.now() - stopped > 1000) process.exit(1)
    stopOnce()
  })
}

// npm runs its script in a shell that ends at SIGTERM without passing it on.
const { ppid } = process
if (process.env.npm_lifecycle_event === 'start') setInterval(() => process.ppid !== ppid && stopOnce(), 500).unref()

const opening = open()
opening.catch(error => {
  complain(error)
  if (stopped === 0) void stop(1)
})
