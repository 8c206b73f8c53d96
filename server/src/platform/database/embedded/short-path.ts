import { lutimes, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeat } from '../../runtime/repeat.ts'

export interface ShortPath {
  path: string
  release(): Promise<void>
}

/** The kernel keeps 104 bytes for a socket's path on macOS and 108 on Linux, including a NUL. */
const socketPathLimit = 103
const hour = 60 * 60 * 1000

/** A link in a temporary folder of ours leaves room for `file`; PostgreSQL opens its socket by a relative name. */
export async function shortPathTo(folder: string, file: string): Promise<ShortPath> {
  if (fits(join(folder, file))) return { path: folder, release: async () => {} }

  const base = [tmpdir(), '/tmp'].find(candidate => fits(join(candidate, 'mela-XXXXXX', 'db', file)))
  if (!base) throw new Error(`The path ${folder} is too long for a socket: choose a shorter DATA_DIR or TMPDIR.`)

  const home = await mkdtemp(join(base, 'mela-'))
  const path = join(home, 'db')
  await symlink(folder, path)
  // Systems delete files that are days old from temporary folders.
  const refreshing = repeat(hour, () => lutimes(path, new Date(), new Date()))
  return {
    path,
    release: async () => {
      await refreshing.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= socketPathLimit
}
