import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cacheFolders, findBinaries, locatePackage } from './binaries.ts'
import { type Cluster, prepareCluster, type Settings, serverSettings, writeSettings } from './cluster.ts'
import { askForState, createDatabaseIfMissing } from './connection.ts'
import { readPidFile } from './pid-file.ts'
import { ignoreExisting, linesSince, rotateLog, sizeOf } from './server-log.ts'
import { serverEnvironment, serverUserFor } from './server-user.ts'
import { type Host, type Launch, unixHost } from './unix-host.ts'

const retryFor = 30_000
const silenceLimit = 60_000

/** PostgreSQL's messages when another launcher was first, or sessions of a killed server still end. */
const heldByAnother = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

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

/** On Windows Node knows neither PostgreSQL's sockets nor its signals: a loopback port, a password and pg_ctl serve. */
function windowsHost(cluster: Cluster): Host {
  const control = (...commandArguments: string[]) => runControl(cluster, commandArguments)
  const passwordFile = join(dirname(cluster.folder), 'password')

  return {
    // A password left by an interrupted initialisation is as good as a new one.
    async initdbArguments() {
      await writeFile(passwordFile, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting)
      return ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    },
    settings: async () => ({
      listen_addresses: '127.0.0.1',
      port: String(await freePort()),
      unix_socket_directories: '',
    }),
    async launch() {
      const isRunning = await control('start', '-w', '-t', '60', '-l', cluster.log)
      return { pid: undefined, hasExited: () => !isRunning }
    },
    async url(database) {
      const server = await readPidFile(cluster.folder)
      if (!server?.port) return undefined
      const password = await readFile(passwordFile, 'utf8')
      const name = encodeURIComponent(database)
      return `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}?sslmode=disable`
    },
    runningProcess: async () => (await readPidFile(cluster.folder))?.pid,
    async stop() {
      if (!(await control('status'))) return
      if (await control('stop', '-w', '-t', '10', '-m', 'fast')) return
      if (await control('stop', '-w', '-t', '10', '-m', 'immediate')) return
      throw new Error('PostgreSQL does not stop.')
    },
    release: async () => {},
  }
}

/** The output is not read: the server would hold the pipe open. */
async function runControl(cluster: Cluster, commandArguments: string[]): Promise<boolean> {
  const child = spawn(cluster.binaries.pgCtl, [...commandArguments, '-D', cluster.folder], {
    cwd: cluster.folder,
    detached: true,
    env: serverEnvironment(),
    stdio: 'ignore',
    windowsHide: true,
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

interface Start {
  host: Host
  cluster: Cluster
  settings: () => Promise<Settings>
  log: (line: string) => void
}

/** True when another launcher started the server that answers. */
async function startOrAdopt(start: Start): Promise<boolean> {
  const giveUpAt = Date.now() + retryFor
  for (;;) {
    if (await answers(start)) return true

    const launch = await launchServer(start)
    if (await answersOrStops(start, launch)) return !(await isOurs(start.host, launch))

    const reason = await launch.lastLines()
    if (!heldByAnother.test(reason) || Date.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start. The end of ${start.cluster.log}:\n${reason}`)
    }
    await delay(200)
  }
}

async function launchServer({ host, cluster, settings }: Start) {
  await rotateLog(cluster.log)
  await writeSettings(cluster.folder, await settings())
  const logStart = await sizeOf(cluster.log)
  const launch = await host.launch()
  return { ...launch, lastLines: () => linesSince(cluster.log, logStart) }
}

async function answersOrStops(start: Start, launch: Launch): Promise<boolean> {
  try {
    return await answers(start, launch)
  } catch (error) {
    await start.host.stop()
    throw error
  }
}

/** False when the launched server has exited, or none was launched and none answers. */
async function answers({ host, log }: Start, launch?: Launch): Promise<boolean> {
  let lastSign = Date.now()
  const noticeAt = lastSign + 1000
  let hasNoticed = false
  for (;;) {
    const url = await host.url('postgres')
    const state = url ? await askForState(url) : 'absent'
    if (state === 'ready') return true
    if (state === 'absent' && (launch?.hasExited() ?? true)) return false

    if (state === 'busy') lastSign = Date.now()
    if (!hasNoticed && lastSign > noticeAt) {
      hasNoticed = true
      log('PostgreSQL is still recovering or stopping; waiting for it.')
    }
    if (Date.now() - lastSign > silenceLimit) {
      throw new Error(`PostgreSQL was started but has not answered for ${silenceLimit / 1000} s.`)
    }
    await delay(15)
  }
}

async function isOurs(host: Host, launch: Launch): Promise<boolean> {
  return launch.pid === undefined ? !launch.hasExited() : launch.pid === (await host.runningProcess())
}
