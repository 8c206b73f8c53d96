import { lutimes, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ShortPath {
  path: string
  release(): Promise<void>
}

/** The kernel keeps 104 bytes for a socket's path on macOS and 108 on Linux, with a zero at the end. */
const socketPathLimit = 103
const hour = 60 * 60 * 1000

/**
 * A name for the folder that leaves room for `file` in a socket's path: the folder itself, or a link to it in a
 * temporary folder of ours. PostgreSQL opens its socket by a relative name and needs no help, so a link per program is
 * enough: nothing has to be remembered, and a server left running is found in its cluster however its path changes.
 */
export async function shortPathTo(folder: string, file: string): Promise<ShortPath> {
  if (fits(join(folder, file))) return { path: folder, release: async () => {} }

  const base = [tmpdir(), '/tmp'].find(candidate => fits(join(candidate, 'mela-XXXXXX', 'db', file)))
  if (!base) throw new Error(`The path ${folder} is too long for a socket: choose a shorter DATA_DIR or TMPDIR.`)

  const home = await mkdtemp(join(base, 'mela-'))
  const path = join(home, 'db')
  await symlink(folder, path)
  const stopRefreshing = keepFresh(path)
  return {
    path,
    release: async () => {
      stopRefreshing()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= socketPathLimit
}

/** Systems delete what has lain in a temporary folder for days. */
function keepFresh(link: string): () => void {
  const timer = setInterval(() => lutimes(link, new Date(), new Date()).catch(() => undefined), hour)
  timer.unref()
  return () => clearInterval(timer)
}
