import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedDatabase } from '../server/src/database/embedded/embedded.ts'

export interface Result {
  name: string
  figure: string
  limit: string
  holds: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const PORT = Number(process.env.BENCH_PORT ?? 3300)

/** Runs a program of this repository until `close`; resolves when `url` answers. */
export async function run(script: string, url: string, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** The real shop, as `npm start` runs it, on a folder and a database of its own: the demo, unless `furnish` was here first. */
export async function openShop(furnish?: (databaseUrl: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mela-bench-'))
  const url = `http://127.0.0.1:${PORT}/`
  const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') })
  await furnish?.(database.url)
  const shop = await run('scripts/start.mjs', `${url}api/health`, {
    PORT: String(PORT),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
  }).catch(async error => {
    await database.stop()
    throw error
  })
  return {
    url,
    pid: shop.pid,
    databaseUrl: database.url,
    async close() {
      await shop.close()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
