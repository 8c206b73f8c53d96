import { randomUUID } from 'node:crypto'
import { chmod, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Settings = Record<string, string>

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

export function serverSettings(fsync: boolean, ...others: Settings[]): Settings {
  return Object.assign({}, smallMachine, fsync ? {} : withoutFsync, ...others)
}

/** A rename is used: the cluster may belong to another user, whose link root must not follow. */
export async function writeSettings(cluster: string, settings: Settings): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  const draft = join(cluster, `postgresql.conf.${randomUUID()}`)
  const heading = '# Written at every start of the shop: use ALTER SYSTEM for settings of your own.\n'
  await writeFile(draft, heading + lines.join(''), { flag: 'wx' })
  await chmod(draft, 0o644)
  await rename(draft, join(cluster, 'postgresql.conf'))
}
