import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/database/embedded/embedded.ts'

/** Files that belong to one server instead of its data. */
const NOT_COPIED = /[/\\](postmaster\.(pid|opts)|\.s\.PGSQL[^/\\]*|postgresql\.auto\.conf)$/

export type ReplicatedDatabase = Awaited<ReturnType<typeof openReplicatedDatabase>>

/** A PostgreSQL with a streaming replica; `furnish` gets the primary's address before the replica is made. */
export async function openReplicatedDatabase(furnish: (url: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'mela-replicated-'))
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  const open = (dataDir: string) => startEmbeddedDatabase({ dataDir, fsync: false })
  let primary = await open(primaryDir)
  // The replica's server, whose user is not root, reaches the primary's socket in these folders.
  for (const passed of [folder, primaryDir]) await chmod(passed, 0o711)
  await furnish(primary.url)
  await copyRunning(primary.url, join(primaryDir, 'cluster'), join(replicaDir, 'cluster'))
  let replica: EmbeddedDatabase = await open(replicaDir)
  const client = await connected(primary.url)

  return {
    url: primary.url,
    replicaUrl: replica.url,

    /** From then on the replica receives changes and does not show them. */
    pauseReplay: () => query(replica.url, 'select pg_wal_replay_pause()'),
    resumeReplay: () => query(replica.url, 'select pg_wal_replay_resume()'),
    promote: () => query(replica.url, 'select pg_promote()'),

    /** It ends unannounced, as a machine that fails. */
    async killReplica() {
      const [pid] = (await readFile(join(replicaDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async restartReplica() {
      replica = await open(replicaDir)
    },

    /** Restores the primary's files from before `work`, as from a backup; the replica has replayed `work`. */
    async restoreAfter(work: (url: string) => Promise<unknown>) {
      const backup = join(folder, 'backup')
      await primary.stop()
      await cp(primaryDir, backup, { recursive: true })
      primary = await open(primaryDir)
      await work(primary.url)
      const [written] = await query(primary.url, 'select pg_current_wal_flush_lsn() as lsn')
      while ((await query(replica.url, 'select where pg_last_wal_replay_lsn() >= $1', [written?.lsn])).length === 0)
        await setTimeout(50)
      await primary.stop()
      await rm(primaryDir, { recursive: true })
      await rename(backup, primaryDir)
      primary = await open(primaryDir)
    },

    async close() {
      await client.end()
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await connected(url)
  return client
    .query(sql, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A base backup by SQL: `pg_basebackup` does not come with the embedded PostgreSQL. */
async function copyRunning(url: string, from: string, to: string) {
  const client = await connected(url)
  await client.query("select pg_backup_start('replica', fast => true)")
  await mkdir(to, { recursive: true, mode: 0o700 })
  await cp(from, to, { recursive: true, mode: 0, filter: path => !NOT_COPIED.test(path) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${url}'\nwal_retrieve_retry_interval = '100ms'\n`,
  )
}
