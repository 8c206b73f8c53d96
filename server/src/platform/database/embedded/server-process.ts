import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { ignoreMissing, nameOfWorkingFolder, serverEnvironment } from './server-user.ts'

const LOG_BYTES = 10 * 1024 * 1024
/** Recovery after a crash may take minutes. */
const START_SECONDS = 600
const STOP_MS = 10_000

/** False when the server did not start; `lastLines` of its log say why. */
export async function startServer(cluster: Cluster): Promise<{ isStarted: boolean; lastLines: string }> {
  await removeStalePidFiles(cluster.folder)
  if ((await sizeOf(cluster.log)) > LOG_BYTES) await rename(cluster.log, `${cluster.log}.1`).catch(ignoreMissing)
  const logStart = await sizeOf(cluster.log)
  const isStarted = await control(cluster, 'start', '-w', '-t', String(START_SECONDS))
  return { isStarted, lastLines: isStarted ? '' : await linesSince(cluster.log, logStart) }
}

/**
 * 'fast' ends sessions and stops cleanly; 'immediate' stops at once, and the next start recovers from the log.
 * A server that another shop starts meanwhile is left alone: pg_ctl would wait for that one too.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const server = await findServer(cluster.folder)
  const isRunning = async () => server !== undefined && (await findServer(cluster.folder))?.pid === server.pid
  for (const mode of ['fast', 'immediate']) {
    if (!(await isRunning())) return
    await control(cluster, 'stop', '-W', '-m', mode)
    for (const giveUpAt = Date.now() + STOP_MS; Date.now() < giveUpAt && (await isRunning()); ) await delay(20)
  }
  if (await isRunning()) throw new Error(`PostgreSQL (process ${server?.pid}) does not stop.`)
}

/** Detached: Ctrl-C reaches the shop only, which needs the database until its last request is done. */
async function control(cluster: Cluster, ...given: string[]): Promise<boolean> {
  const isWindows = process.platform === 'win32'
  // The data folder may be closed to the server's user, so the log is opened here.
  const log = await open(cluster.log, 'a', 0o600)
  try {
    const child = spawn(
      cluster.binaries.pgCtl,
      [
        ...given,
        '-s',
        '-D',
        nameOfWorkingFolder(cluster.folder, cluster.user),
        ...(isWindows ? ['-l', cluster.log] : []),
      ],
      {
        cwd: cluster.folder,
        detached: true,
        env: serverEnvironment(),
        stdio: isWindows ? 'ignore' : ['ignore', log.fd, log.fd],
        windowsHide: true,
        ...cluster.user,
      },
    )
    const [code] = await once(child, 'exit')
    return code === 0
  } finally {
    await log.close()
  }
}

export async function findServer(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(ignoreMissing)
  const [pid, , , port] = text?.split('\n').map(line => Number.parseInt(line, 10)) ?? []
  return pid && (await isServer(pid)) ? { pid, port: port || 0 } : undefined
}

/** PostgreSQL refuses to start while any process has a stale file's number, which repeats in containers. */
async function removeStalePidFiles(folder: string): Promise<void> {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(folder, name)
    const content = await readFile(path, 'utf8').catch(ignoreMissing)
    if (content === undefined || !(await isStale(path, content))) continue

    // Another launcher may have replaced the file: check what was moved, and put that back.
    const aside = `${path}.${process.pid}`
    await rename(path, aside).catch(ignoreMissing)
    const taken = await readFile(aside, 'utf8').catch(ignoreMissing)
    if (taken !== undefined && taken !== content) await rename(aside, path)
    else await unlink(aside).catch(ignoreMissing)
  }
}

/** A server is about to write an empty file, or it lost its content in a power cut. */
async function isStale(path: string, content: string): Promise<boolean> {
  if (content !== '') return !(await isServer(Number.parseInt(content, 10)))
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > 10_000
}

/** False for a zombie, too: a killed server that its parent does not reap, as in some containers. */
async function isServer(pid: number): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0')[0]?.split('/').at(-1)?.startsWith('postgres') === true
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(ignoreMissing))?.size ?? 0
}

async function linesSince(path: string, start: number): Promise<string> {
  const text = (await readFile(path).catch(ignoreMissing))?.subarray(start).toString() ?? ''
  return text.trimEnd().split('\n').slice(-20).join('\n')
}
