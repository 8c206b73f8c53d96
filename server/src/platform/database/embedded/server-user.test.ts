import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRoot, query, startDatabase, temporaryFolder, usedFolder } from './embedded-fixtures.ts'
import { serverUserFor } from './server-user.ts'

vi.setConfig({ testTimeout: 60_000 })

describe.runIf(isRoot)('started by root', () => {
  it('PostgreSQL runs as nobody, in a data folder below one closed to nobody', async () => {
    const folder = await temporaryFolder()
    const database = await startDatabase(join(folder, 'data'))

    const pid = Number.parseInt(await readFile(join(folder, 'data', 'cluster', 'postmaster.pid'), 'utf8'), 10)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(`/proc/${pid}`)).uid).toBe(65534)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('PostgreSQL can read files despite a strict umask', async () => {
    const umask = process.umask(0o077)
    onTestFinished(() => void process.umask(umask))

    const database = await startDatabase(await temporaryFolder())

    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('PostgreSQL gets a cluster back that was restored as root', async () => {
    const folder = await usedFolder()
    for (const name of await readdir(join(folder, 'cluster'), { recursive: true })) {
      await lchown(join(folder, 'cluster', name), 0, 0)
    }
    await chown(join(folder, 'cluster'), 0, 0)

    const database = await startDatabase(folder)

    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('PostgreSQL runs as the owner of an existing cluster, who can go on using it', async () => {
    const folder = await usedFolder()
    for (const name of ['', ...(await readdir(join(folder, 'cluster'), { recursive: true }))]) {
      await lchown(join(folder, 'cluster', name), 4321, 4321)
    }

    const database = await startDatabase(folder)

    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(join(folder, 'cluster', 'postmaster.pid'))).uid).toBe(4321)
  })
})

describe.runIf(!isRoot)('started by an ordinary user', () => {
  it('PostgreSQL runs as that user', async () => {
    expect(await serverUserFor(await temporaryFolder())).toBeUndefined()
  })

  it('a cluster of another user is refused', async () => {
    await expect(serverUserFor('/')).rejects.toThrow(/belongs to user 0: start the shop as that user or as root/)
  })
})
