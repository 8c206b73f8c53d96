import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { cacheFolders, findBinaries, locatePackage } from './binaries.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { createDatabaseIfMissing } from './connection.ts'
import type { Host } from './host.ts'
import { startOrAdopt } from './launcher.ts'
import { serverUserFor } from './server-user.ts'
import { type Settings, serverSettings } from './settings.ts'
import { unixHost } from './unix-host.ts'
import { windowsHost } from './windows-host.ts'

export interface EmbeddedDatabase {
  readonly url: string
  /** The server was left by a killed shop, or started by a running one. */
  readonly adopted: boolean
  revive(): Promise<boolean>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  database?: string
  log?: (line: string) => void
  /** Only tests may switch it off: a power cut would lose data. */
  fsync?: boolean
  settings?: Settings
  /** Windows has no other way than TCP on the loopback interface. */
  loopback?: boolean
}

export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { database = 'mela', fsync = true, loopback = process.platform === 'win32' } = options
  const cluster = await locateCluster(resolve(options.dataDir))
  const host = loopback ? windowsHost(cluster) : unixHost(cluster)
  try {
    await prepareCluster(cluster, async () => [...(await host.initdbArguments()), ...(fsync ? [] : ['--no-sync'])])
    const settings = async () => serverSettings(fsync, await host.settings(), options.settings ?? {})
    const start = () => startOrAdopt({ host, cluster, settings, log: options.log ?? (() => {}) })
    const adopted = await start()
    const revive = async () => {
      if (await host.runningProcess()) return false
      await start()
      return true
    }
    return { url: await openDatabase(host, database, adopted), adopted, revive, stop: stopOnce(host) }
  } catch (error) {
    await host.release()
    throw error
  }
}

async function locateCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'cluster')
  const user = await serverUserFor(folder)
  const binaries = await findBinaries(locatePackage(), cacheFolders(dataDir), user)
  return { folder, log: join(dataDir, 'postgres.log'), binaries, user }
}

async function openDatabase(host: Host, database: string, adopted: boolean): Promise<string> {
  try {
    await createDatabaseIfMissing(await addressOf(host, 'postgres'), database)
    return await addressOf(host, database)
  } catch (error) {
    if (!adopted) await host.stop()
    throw error
  }
}

async function addressOf(host: Host, database: string): Promise<string> {
  const url = await host.url(database)
  if (!url) throw new Error('PostgreSQL has stopped right after its start.')
  return url
}

function stopOnce(host: Host): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= host.stop().finally(() => host.release())
    return stopped
  }
}
