import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startEmbeddedDatabase } from '../server/src/platform/database/embedded/embedded.ts'
import { dataDir, prepared } from './shops.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export const owner = { email: 'owner@shop.example', password: 'abcd1!' }

/** Environment of a shop in a rehearsal of live mode, on the operator's own machine. */
export const REHEARSAL = {
  SHOP_MODE: 'rehearsal',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
  MAIL: 'file',
  LOG_LEVEL: 'error',
}

/** Creates the first admin in a data folder, as an operator does before the shop opens. */
export async function createOwner(dataDir: string, environment: Record<string, string> = {}): Promise<void> {
  const args = ['create', '--email', owner.email, '--first-name', 'A', '--last-name', 'B']
  await admin(dataDir, args, { ...environment, ADMIN_PASSWORD: owner.password })
}

/** Runs `npm run admin` for a data folder. */
async function admin(dataDir: string, args: string[], environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, ...environment, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, ['server/src/operate/admin.ts', ...args], { cwd: root, env })
}

/** A data folder with the first admin alone. */
const ownersFolder = join(dataDir, 'owner')

/** Makes the folder unless it exists: a new database for each test took more than a second of processor time. */
export async function prepareOwner(): Promise<void> {
  if (existsSync(ownersFolder)) return
  const unfinished = join(dataDir, 'unfinished-owner')
  await createOwner(unfinished)
  await rename(unfinished, ownersFolder)
}

/** A new data folder with the first admin. */
export const copyOwnersFolder = () => copyOf(ownersFolder)

/** A new data folder of a shop that has left the demo, with the first admin. */
export async function leftDemo(): Promise<string> {
  const folder = await copyOf(prepared)
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres') })
  const environment = { DATABASE_URL: database.url }
  await createOwner(folder, environment)
  await admin(folder, ['leave-demo', '--yes'], environment)
  await database.stop()
  return folder
}

async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'mela-process-'))
  // `-a` keeps the owner of the database's files: when root runs the tests, another user owns them.
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy])
  return copy
}

const START = [process.execPath, 'scripts/start.mjs']

/** A shop in a process of its own, beside those that the browser tests share. */
export function startProcess(
  dataDir: string,
  port: number,
  [command = '', ...args] = START,
  environment: Record<string, string> = REHEARSAL,
) {
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, LOG_LEVEL: 'error', ...environment, DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      said += text
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    url,
    port,
    child,
    ended,
    said: () => said,

    async opens(): Promise<void> {
      const opens = async () => {
        while (
          !(await fetch(`${url}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          ))
        )
          await delay(100)
      }
      const first = await Promise.race([opens(), ended])
      if (first !== undefined) throw new Error(`The shop does not open:\n${said}`)
    },
  }
}

/** The database process of a data folder; undefined when none runs. */
export async function databaseOf(dataDir: string): Promise<number | undefined> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  try {
    return pid > 0 && process.kill(pid, 0) ? pid : undefined
  } catch {
    return undefined
  }
}
