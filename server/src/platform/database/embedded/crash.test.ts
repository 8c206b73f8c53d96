import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { kill, query, startDatabase, startShopProcess, temporaryFolder, usedFolder } from './embedded-fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

const serverPid = async (folder: string) =>
  Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)

/** Processes of a killed server end by themselves a moment later. */
function killIfRunning(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

describe('after a crash', () => {
  it('the server of a killed shop is adopted, and stopped in the end', async () => {
    const folder = await usedFolder()
    const shop = startShopProcess(folder, '')
    await shop.isRunning
    const pid = await serverPid(folder)
    await kill(shop.child)

    const database = await startDatabase(folder)

    expect(database.adopted).toBe(true)
    expect(await serverPid(folder)).toBe(pid)
    await database.stop()
    expect(await readdir(join(folder, 'cluster'))).not.toContain('postmaster.pid')
    await expect(query(database.url, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  })

  it('no committed data is lost when every process is killed', async () => {
    const folder = await usedFolder()
    const first = await startDatabase(folder, { fsync: true })
    await query(first.url, 'create table note as select 42 as answer')
    const processes = await query(first.url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
    process.kill(await serverPid(folder), 'SIGKILL')
    for (const { pid } of processes) killIfRunning(Number(pid))

    const second = await startDatabase(folder)

    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select answer from note')).toEqual([{ answer: 42 }])
  })

  it('a server that was killed alone is restarted at the same address', async () => {
    const folder = await usedFolder()
    const database = await startDatabase(folder, { fsync: true })
    await query(database.url, 'create table note as select 42 as answer')
    expect(await database.revive()).toBe(false)

    process.kill(await serverPid(folder), 'SIGKILL')
    await vi.waitFor(async () => expect(await database.revive()).toBe(true), { timeout: 30_000 })

    expect(await query(database.url, 'select answer from note')).toEqual([{ answer: 42 }])
  })

  it('waits for sessions that outlive a killed server', async () => {
    const folder = await usedFolder()
    const first = await startDatabase(folder)
    const client = new pg.Client(first.url)
    client.on('error', () => undefined)
    await client.connect()
    const slow = client.query('do $$ begin for i in 1..40000000 loop null; end loop; end $$').catch(() => undefined)
    process.kill(await serverPid(folder), 'SIGKILL')

    const second = await startDatabase(folder)

    expect(second.adopted).toBe(false)
    await slow
  })

  it.runIf(process.platform === 'linux')('a pid file whose number another program has by now is removed', async () => {
    const folder = await usedFolder()
    const stale = `${process.pid}\n${join(folder, 'cluster')}\n1700000000\n5432\n.\n\n  1234567  4\nready   \n`
    await writeFile(join(folder, 'cluster', 'postmaster.pid'), stale)
    await writeFile(join(folder, 'cluster', '.s.PGSQL.5432.lock'), stale)

    const database = await startDatabase(folder)

    expect(database.adopted).toBe(false)
    expect(await serverPid(folder)).not.toBe(process.pid)
  })

  it('an interrupted initialisation is repeated', async () => {
    const folder = await temporaryFolder()
    const shop = startShopProcess(folder, '')
    await vi.waitUntil(async () => (await readdir(folder)).some(name => name.startsWith('cluster.init-')), {
      timeout: 20_000,
      interval: 5,
    })
    await kill(shop.child)

    await startDatabase(folder)

    expect((await readdir(folder)).filter(name => name.startsWith('cluster'))).toEqual(['cluster'])
  })
})

describe('two shops on one folder', () => {
  it('share one server, which exactly one of them has started', async () => {
    const folder = await temporaryFolder()

    const databases = await Promise.all([1, 2, 3].map(() => startDatabase(folder)))

    const answers = await Promise.all(databases.map(({ url }) => query(url, 'select pg_postmaster_start_time() as at')))
    expect(databases.map(({ adopted }) => adopted).sort()).toEqual([false, true, true])
    expect(new Set(answers.map(([row]) => String(row?.at))).size).toBe(1)
  })

  it('get a server even when one starts while the other stops', async () => {
    const folder = await usedFolder()
    const first = await startDatabase(folder)

    const stopping = first.stop()
    const second = await startDatabase(folder)

    await stopping
    await second.revive()
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('stopping', () => {
  it('is left to the shop when Ctrl-C reaches all processes of its terminal', async () => {
    const folder = await usedFolder()
    const shop = startShopProcess(folder, "process.on('SIGINT', () => {})")
    await shop.isRunning

    process.kill(-(shop.child.pid ?? 0), 'SIGINT')
    await delay(200)

    const database = await startDatabase(folder)
    expect(database.adopted).toBe(true)
  })
})
