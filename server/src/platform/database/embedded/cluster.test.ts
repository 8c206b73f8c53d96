import { execFile } from 'node:child_process'
import { chmod, cp, readlink, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBinaries, locatePackage } from './cluster.ts'
import { isRoot, temporaryFolder } from './embedded-fixtures.ts'
import { run, type ServerUser } from './server-user.ts'

const nobody: ServerUser = { uid: 65534, gid: 65534 }
const ourselves = undefined

/** The package as npm unpacks it when it skips scripts: without links; some file systems also drop the execute bits. */
async function packageWithoutPostinstall(folder: string): Promise<string> {
  const copy = join(folder, 'package')
  await cp(locatePackage(), copy, { recursive: true, filter: async path => !(await isLink(path)) })
  await chmod(join(copy, 'native', 'bin', 'postgres'), 0o644)
  return copy
}

const isLink = (path: string) =>
  readlink(path).then(
    () => true,
    () => false,
  )

describe('findBinaries', () => {
  it('repairs a package whose postinstall script was skipped', async () => {
    const folder = await temporaryFolder()
    const unpacked = await packageWithoutPostinstall(folder)

    const binaries = await findBinaries(unpacked, join(folder, 'cache'), ourselves)

    expect(dirname(binaries.postgres)).toBe(join(unpacked, 'native', 'bin'))
    expect(binaries.major).toBe('18')
    const { output } = await run(binaries.initdb, ['--version'], { cwd: '/', user: ourselves })
    expect(output).toMatch('initdb (PostgreSQL) 18')
  })

  it.runIf(!isRoot)('copies a package that cannot be repaired because it is read-only', async () => {
    const folder = await temporaryFolder()
    const unpacked = await packageWithoutPostinstall(folder)
    await promisify(execFile)('chmod', ['-R', 'a-w', unpacked])
    onTestFinished(async () => void (await promisify(execFile)('chmod', ['-R', 'u+w', unpacked])))

    const binaries = await findBinaries(unpacked, join(folder, 'cache'), ourselves)

    expect(binaries.postgres).toMatch(join(folder, 'cache', 'postgresql-18'))
    expect(await run(binaries.postgres, ['--version'], { cwd: '/', user: ourselves })).toMatchObject({ ok: true })
  })

  it.runIf(isRoot)("copies a package closed to the server's user, once", async () => {
    const [closed, open] = [await temporaryFolder(), await temporaryFolder()]
    await chmod(open, 0o755)
    const unpacked = await packageWithoutPostinstall(closed)
    const find = () => findBinaries(unpacked, join(open, 'cache'), nobody)

    const { postgres } = await find()

    expect(postgres).toMatch(join(open, 'cache', 'postgresql-18'))
    expect(await run(postgres, ['--version'], { cwd: '/', user: nobody })).toMatchObject({ ok: true })
    const { ino } = await stat(postgres)
    await find()
    expect((await stat(postgres)).ino).toBe(ino)
  })

  it('reports the reason when nothing helps', async () => {
    const folder = await temporaryFolder()
    await cp(join(locatePackage(), 'package.json'), join(folder, 'package.json'))

    const failure = findBinaries(folder, join(folder, 'cache'), ourselves)

    await expect(failure).rejects.toThrow(/does not run on this machine: set DATABASE_URL .*ENOENT/)
  })
})

describe('locatePackage', () => {
  it('names DATABASE_URL on a platform without binaries', () => {
    expect(() => locatePackage('sunos', 'sparc')).toThrow(
      'There is no embedded PostgreSQL for sunos-sparc: set DATABASE_URL to the address of a PostgreSQL server.',
    )
  })
})
