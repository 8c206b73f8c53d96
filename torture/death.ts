import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A power cut ends everything; a crash of the shop leaves its database running, to be adopted by the next start; a
 * database that is killed alone is restarted by the shop.
 */
export const deaths = ['everything', 'shop', 'database'] as const
export type Death = (typeof deaths)[number]

/** Kills PostgreSQL with all its processes, without further writes. */
export function killDatabase(dataDir: string): void {
  const server = serverOf(dataDir)
  if (server === undefined) return
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === server)
    .flatMap(([pid]) => pid ?? [])
  for (const pid of [server, ...children]) kill(pid)
}

/** The pid file outlives a killed server, and another process may have its number by then. */
function serverOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10)
    const program = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return program.includes('postgres') ? pid : undefined
  } catch {
    return undefined
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended by itself.
  }
}
