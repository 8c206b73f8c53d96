import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Host, Launch } from './host.ts'
import { isServerProcess, readPidFile, removeStalePidFiles } from './pid-file.ts'
import { openLog } from './server-log.ts'
import { nameOfWorkingFolder, serverEnvironment } from './server-user.ts'
import { type ShortPath, shortPathTo } from './short-path.ts'

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
