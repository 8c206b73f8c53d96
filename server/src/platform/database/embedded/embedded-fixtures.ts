import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbeddedDatabase } from './embedded.ts'

export const isRoot = process.getuid?.() === 0

/** Mode 0700, so that in tests as root the server's user cannot enter it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mela-test-'))
  folders.push(folder)
  return folder
}

/** Removed at the end of a file: ext4 creates files slowly for seconds after many deletions. */
const folders: string[] = []

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** An initialised data folder, copied in a fraction of the time of initdb. */
export async function usedFolder(): Promise<string> {
  const folder = await temporaryFolder()
  template ??= makeTemplate()
  // In a tenth of the time of its asynchronous form, but it drops the mode of folders.
  cpSync(await template, folder, { recursive: true })
  await chmod(join(folder, 'cluster'), 0o700)
  return folder
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = await temporaryFolder()
  const database = await startEmbeddedDatabase({ dataDir: folder, fsync: false })
  await database.stop()
  return folder
}

/** A database that stops with the test. */
export async function startDatabase(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, fsync: false, ...options })
  onTestFinished(() => database.stop())
  return database
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another shop's process: runs `script` with `database` started in dataDir, and reports its lines of output. */
export function startShopProcess(dataDir: string, script: string) {
  const source = `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const database = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, fsync: false })
    setInterval(() => {}, 1000)
    ${script}
    console.log('running')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(child))
  return { child, isRunning: once(child.stdout, 'data') }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
