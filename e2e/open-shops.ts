import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareData } from './prepare-data.ts'
import { dataDir, isKept, prepared, shops } from './shops.ts'

// Opens a shop for each worker, on copies of one seeded data folder, until SIGTERM; reports on stdout when all answer.
const root = fileURLToPath(new URL('..', import.meta.url))

/** The shop's process, once it answers. */
async function openShop({ port, url, dataDir: folder }: (typeof shops)[number]): Promise<ChildProcess> {
  // `-a` keeps the owner of the database's files: when root runs the tests, another user owns them.
  await promisify(execFile)('cp', ['-a', prepared, folder])
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', AVIF: 'off' }
  const shop = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: 'inherit' })
  while (!(await answers(url))) {
    if (shop.exitCode !== null) throw new Error(`The shop on port ${port} did not open.`)
    await delay(100)
  }
  return shop
}

const answers = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

await Promise.all([
  promisify(execFile)(process.execPath, ['scripts/build.ts', '--if-changed'], { cwd: root }),
  prepareData(),
])
const open = await Promise.all(shops.map(openShop))

async function close() {
  await Promise.all(
    open.map(async shop => {
      const ended = once(shop, 'exit')
      if (shop.kill()) await ended
    }),
  )
  if (!isKept) await rm(dataDir, { recursive: true })
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)

process.stdout.write('The shops are open.\n')
