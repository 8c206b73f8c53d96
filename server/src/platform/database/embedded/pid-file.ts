import { readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from './server-log.ts'

interface PidFile {
  pid: number
  port: number
}

const fileNames = ['postmaster.pid', '.s.PGSQL.5432.lock']

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(ignoreMissing)
  const lines = text?.split('\n') ?? []
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return pid > 0 ? { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0 } : undefined
}

/** A mark in the command line tells this cluster's server; outside Linux any process counts. */
export async function isServerProcess(pid: number, mark: string): Promise<boolean> {
  if (process.platform === 'linux') return (await commandLineOf(pid)).includes(mark)
  return isAlive(pid)
}

/** PostgreSQL refuses to start while any process has a stale file's number, which repeats in containers. */
export async function removeStalePidFiles(cluster: string): Promise<void> {
  for (const name of fileNames) {
    const path = join(cluster, name)
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
  if (content !== '') return isOtherProgram(Number.parseInt(content, 10))
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > 10_000
}

/** Also true for a zombie: a killed server that its parent does not reap, as in some containers. */
async function isOtherProgram(pid: number): Promise<boolean> {
  if (process.platform !== 'linux' || !(pid > 0) || !isAlive(pid)) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (status.slice(status.lastIndexOf(')')).startsWith(') Z')) return true

  const program = (await commandLineOf(pid))[0]?.split('/').at(-1) ?? ''
  return program !== '' && !program.startsWith('post')
}

/** All users can read it, unlike a process's folder or environment; empty when the process is gone. */
async function commandLineOf(pid: number): Promise<string[]> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.split('\0')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
