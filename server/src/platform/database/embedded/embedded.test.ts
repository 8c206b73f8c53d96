import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRoot, query, startDatabase, temporaryFolder, usedFolder } from './embedded-fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('startEmbeddedDatabase', () => {
  it('creates a database for text of every language in an empty folder', async () => {
    const database = await startDatabase(join(await temporaryFolder(), 'new', 'data'))

    const [row] = await query(
      database.url,
      `select current_database() as name, lower('ÄÖ मेला') as lower, pg_encoding_to_char(encoding) as encoding,
         datlocale as locale, current_setting('fsync') as fsync
       from pg_database where datname = current_database()`,
    )
    expect(row).toMatchObject({ name: 'mela', lower: 'äö मेला', encoding: 'UTF8', locale: 'C.UTF-8', fsync: 'off' })
    expect(database.adopted).toBe(false)
  })

  it('syncs to disk, stays off the network and refuses other users by default', async () => {
    const folder = await usedFolder()
    const database = await startDatabase(folder, { fsync: true, settings: { application_name: "it's set" } })

    const [row] = await query(
      database.url,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as network,
         current_setting('max_connections') as connections, (select reset_val from pg_settings
         where name = 'application_name') as setting`,
    )
    expect(row).toEqual({ fsync: 'on', network: '', connections: '100', setting: "it's set" })
    expect((await stat(join(folder, 'cluster'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'postgres.log'))).mode & 0o777).toBe(0o600)
  })

  it('ignores variables that are meant for another PostgreSQL', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const others = {
      PGHOST: 'db.example.com',
      PGPORT: '6000',
      PGUSER: 'alice',
      PGDATABASE: 'books',
      PGDATA: '/nowhere',
    }
    for (const [name, value] of Object.entries(others)) vi.stubEnv(name, value)

    const database = await startDatabase(await usedFolder())

    const answer = await query(database.url, 'select current_user as role, current_database() as name')
    expect(answer).toEqual([{ role: 'postgres', name: 'mela' }])
  })

  it('shows the last lines of the log when PostgreSQL does not start', async () => {
    const folder = await usedFolder()

    const failure = startDatabase(folder, { settings: { shared_buffers: 'plenty' } })

    await expect(failure).rejects.toThrow(/did not start.*invalid value for parameter "shared_buffers": "plenty"/s)
  })

  it('refuses the data of another major version', async () => {
    const folder = await usedFolder()
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '16\n')

    await expect(startDatabase(folder)).rejects.toThrow(/written by PostgreSQL 16, but this shop brings PostgreSQL 18/)
  })

  it('does not touch a folder with other contents', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'cluster'))
    await writeFile(join(folder, 'cluster', 'diary.txt'), 'Dear diary')

    await expect(startDatabase(folder)).rejects.toThrow(/something else than a database/)
    expect(await readdir(folder)).toEqual(['cluster'])
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const folder = join(await temporaryFolder(), 'a-long-name-'.repeat(10), 'data')
    const first = await startDatabase(folder)
    await query(first.url, 'create table note as select 42 as answer')

    const second = await startDatabase(folder)

    expect(second.adopted).toBe(true)
    expect(await query(second.url, 'select answer from note')).toEqual([{ answer: 42 }])
  })

  it.runIf(!isRoot)('can use a loopback port and a password instead of a socket', async () => {
    const folder = await temporaryFolder()
    const first = await startDatabase(folder, { loopback: true })
    const withoutPassword = first.url.replace(/:[0-9a-f]+@/, ':wrong@')

    const second = await startDatabase(folder, { loopback: true })

    expect([first.adopted, second.adopted]).toEqual([false, true])
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
    expect(await query(second.url, 'select inet_server_addr()::text as host')).toEqual([{ host: '127.0.0.1/32' }])
    await expect(query(withoutPassword, 'select 1')).rejects.toThrow(/password authentication failed/)
  })
})
