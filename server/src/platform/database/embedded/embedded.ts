import { randomUUID } from 'node:crypto'
import { chmod, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { repeat } from '../../runtime/repeat.ts'
import type { Part } from '../../runtime/run-until-stopped.ts'
import { type Cluster, locateCluster, prepareCluster, type Settings } from './cluster.ts'
import { type Host, loopbackHost, socketHost } from './hosts.ts'
import { findServer, startServer, stopServer } from './server-process.ts'

const smallMachine: Settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // Each extra process costs megabytes: reads happen in the backend, and there is no replication.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements reach the shop as errors. The log keeps their first line only: the rest may hold personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

const withoutFsync: Settings = { fsync: 'off', full_page_writes: 'off' }

export interface EmbeddedDatabase {
  readonly url: string
  /** The server was left by a killed shop, or started by a running one. */
  readonly adopted: boolean
  /** True when the server had died and was started again. */
  revive(): Promise<boolean>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  /** Only tests may switch it off: a power cut would lose data. */
  fsync?: boolean
  settings?: Settings
  /** Windows has no other way than TCP on the loopback interface. */
  loopback?: boolean
}

/** Finds the binaries → makes the cluster where there is none → starts its server, or adopts a running one → makes the database. */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { fsync = true, loopback = process.platform === 'win32' } = options
  const cluster = await locateCluster(resolve(options.dataDir))
  const host = await (loopback ? loopbackHost : socketHost)(cluster.folder)
  const start = async () =>
    startOrAdopt(cluster, host, async () => serverSettings(fsync, await host.settings(), options.settings ?? {}))
  try {
    await prepareCluster(cluster, [...host.initdbArguments, ...(fsync ? [] : ['--no-sync'])])
    let adopted = await start()
    const url = await openDatabase(cluster, host, adopted).catch(async error => {
      // The shop that had started the server may have been stopping it.
      if (!adopted) throw error
      adopted = await start()
      return openDatabase(cluster, host, adopted)
    })
    const revive = async () => {
      if (await findServer(cluster.folder)) return false
      await start()
      return true
    }
    return { url, adopted, revive, stop: stopOnce(cluster, host) }
  } catch (error) {
    await host.close()
    throw error
  }
}

const RETRY_MS = 30_000

/** PostgreSQL's messages when another launcher was first, or sessions of a killed server still end. */
const heldByAnother = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

/** True when another launcher started the server that answers. */
async function startOrAdopt(cluster: Cluster, host: Host, settings: () => Promise<Settings>): Promise<boolean> {
  const giveUpAt = Date.now() + RETRY_MS
  for (;;) {
    if (await answers(host)) return true

    await writeSettings(cluster.folder, await settings())
    const { isStarted, lastLines } = await startServer(cluster)
    if (isStarted) return false
    if (!heldByAnother.test(lastLines) || Date.now() > giveUpAt)
      throw new Error(`PostgreSQL did not start. The end of ${cluster.log}:\n${lastLines}`)
    await delay(200)
  }
}

const codes = {
  wrongPassword: '28P01',
  tooManyConnections: '53300',
  passing: ['57P01', '57P02', '57P03'],
  alreadyExists: ['42P04', '23505'],
}

/** Waits for a server that is still starting, recovering or stopping. */
async function answers(host: Host): Promise<boolean> {
  for (;;) {
    const url = await host.url('postgres')
    if (!url) return false
    try {
      await withClient(url, async () => undefined)
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) return false
      if (error.code === codes.tooManyConnections) return true
      // Only another program's server, on the port of a killed one of ours, wants another password.
      if (error.code === codes.wrongPassword) return false
      if (!codes.passing.includes(error.code ?? '')) throw error
    }
    await delay(50)
  }
}

const DATABASE = 'mela'

async function openDatabase(cluster: Cluster, host: Host, adopted: boolean): Promise<string> {
  try {
    const [admin, url] = [await host.url('postgres'), await host.url(DATABASE)]
    if (!admin || !url) throw new Error('PostgreSQL has stopped right after its start.')
    await createDatabaseIfMissing(admin)
    return url
  } catch (error) {
    if (!adopted) await stopServer(cluster)
    throw error
  }
}

/** Two shops may create it concurrently: the slower one finds it. */
async function createDatabaseIfMissing(url: string): Promise<void> {
  await withClient(url, async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount) return

    await client.query(`create database ${DATABASE}`).catch(error => {
      if (!codes.alreadyExists.includes(error.code)) throw error
    })
  })
}

async function withClient(url: string, task: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A connection that breaks while idle must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await task(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function stopOnce(cluster: Cluster, host: Host): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stopServer(cluster).finally(() => host.close())
    return stopped
  }
}

const WATCH_MS = 2000

/** PostgreSQL may be killed alone, for lack of memory; connections reopen by themselves. */
export function watchOver(database: EmbeddedDatabase, say: (line: string) => void): Part {
  const revive = async () => (await database.revive()) && say('PostgreSQL had died; it runs again.')
  return repeat(WATCH_MS, revive, error => say(String(error)))
}

function serverSettings(fsync: boolean, ...others: Settings[]): Settings {
  return Object.assign({}, smallMachine, fsync ? {} : withoutFsync, ...others)
}

/** A rename is used: the cluster may belong to another user, whose link root must not follow. */
async function writeSettings(cluster: string, settings: Settings): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  const draft = join(cluster, `postgresql.conf.${randomUUID()}`)
  const heading = '# Written at every start of the shop: use ALTER SYSTEM for settings of your own.\n'
  await writeFile(draft, heading + lines.join(''), { flag: 'wx' })
  await chmod(draft, 0o644)
  await rename(draft, join(cluster, 'postgresql.conf'))
}
