import { spawn } from 'node:child_process'
import { lutimes, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repeat } from '../../runtime/repeat.ts'
import type { Cluster, Settings } from './cluster.ts'
import { isServerProcess, readPidFile, removeStalePidFiles } from './pid-file.ts'
import { openLog } from './server-log.ts'
import { nameOfWorkingFolder, serverEnvironment } from './server-user.ts'

/** The kernel keeps 104 bytes for a socket's path on macOS and 108 on Linux, including a NUL. */
const socketPathLimit = 103
const hour = 60 * 60 * 1000

/** The socket's folder has mode 0700: who reaches it could read the data anyway, so no password is needed. */
export function unixHost(cluster: Cluster, shutdownLimit: number = 10_000): Host {
  let socketFolder: ShortPath | undefined

  return {
    initdbArguments: async () => ['--auth-local=trust', '--auth-host=reject'],
    settings: async () => ({ listen_addresses: '', unix_socket_directories: '.' }),
    launch: () => launch(cluster),
    async url(database) {
      socketFolder ??= await shortPathTo(cluster.folder, '.s.PGSQL.5432')
      const host = encodeURIComponent(socketFolder.path)
      return `postgresql://postgres@/${encodeURIComponent(database)}?host=${host}&port=5432&sslmode=disable`
    },
    runningProcess: () => runningProcess(cluster),
    stop: () => stop(cluster, shutdownLimit),
    async release() {
      await socketFolder?.release()
      socketFolder = undefined
    },
  }
}

/** Detached: Ctrl-C reaches the shop only, which needs the database until its last request is done. */
async function launch(cluster: Cluster): Promise<Launch> {
  await removeStalePidFiles(cluster.folder)
  const log = await openLog(cluster.log)
  let exited = false
  try {
    const target = ['-D', nameOfWorkingFolder(cluster.folder, cluster.user), '-c', await markOf(cluster)]
    const child = spawn(cluster.binaries.postgres, target, {
      cwd: cluster.folder,
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      ...cluster.user,
    })
    for (const end of ['exit', 'error']) {
      child.once(end, () => {
        exited = true
      })
    }
    child.unref()
    return { pid: child.pid, hasExited: () => exited }
  } finally {
    await log.close()
  }
}

/** A mark in the command line identifies the server after its launcher has died. */
async function markOf(cluster: Cluster): Promise<string> {
  return `cluster_name=mela-${(await stat(cluster.folder)).ino}`
}

async function runningProcess(cluster: Cluster): Promise<number | undefined> {
  const found = await readPidFile(cluster.folder)
  return found && (await isServerProcess(found.pid, await markOf(cluster))) ? found.pid : undefined
}

/** SIGINT ends sessions and stops cleanly; SIGQUIT stops at once, and the next start recovers from the log. */
async function stop(cluster: Cluster, shutdownLimit: number): Promise<void> {
  const pid = await runningProcess(cluster)
  if (pid === undefined) return

  const mark = await markOf(cluster)
  const steps = [
    { signal: 'SIGINT', limit: shutdownLimit },
    { signal: 'SIGQUIT', limit: 10_000 },
  ] as const
  for (const { signal, limit } of steps) {
    signalProcess(pid, signal)
    const giveUpAt = Date.now() + limit
    while (Date.now() < giveUpAt) {
      if (!(await isServerProcess(pid, mark))) return
      await delay(20)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface ShortPath {
  path: string
  release(): Promise<void>
}

/** A link in a temporary folder of ours leaves room for `file`; PostgreSQL opens its socket by a relative name. */
async function shortPathTo(folder: string, file: string): Promise<ShortPath> {
  if (fits(join(folder, file))) return { path: folder, release: async () => {} }

  const base = [tmpdir(), '/tmp'].find(candidate => fits(join(candidate, 'mela-XXXXXX', 'db', file)))
  if (!base) throw new Error(`The path ${folder} is too long for a socket: choose a shorter DATA_DIR or TMPDIR.`)

  const home = await mkdtemp(join(base, 'mela-'))
  const path = join(home, 'db')
  await symlink(folder, path)
  // Systems delete files that are days old from temporary folders.
  const refreshing = repeat(hour, () => lutimes(path, new Date(), new Date()))
  return {
    path,
    release: async () => {
      await refreshing.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= socketPathLimit
}

export interface Launch {
  pid: number | undefined
  /** True once this server has exited; another launcher's may still answer. */
  hasExited(): boolean
}

export interface Host {
  initdbArguments(): Promise<string[]>
  settings(): Promise<Settings>
  launch(): Promise<Launch>
  /** Undefined until a server has announced itself. */
  url(database: string): Promise<string | undefined>
  runningProcess(): Promise<number | undefined>
  stop(): Promise<void>
  release(): Promise<void>
}
