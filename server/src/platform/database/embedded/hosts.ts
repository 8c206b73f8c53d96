import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { lutimes, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repeat } from '../../runtime/repeat.ts'
import type { Part } from '../../runtime/run-until-stopped.ts'
import type { Settings } from './cluster.ts'
import { findServer } from './server-process.ts'
import { ignoreExisting } from './server-user.ts'

export interface Host extends Part {
  initdbArguments: string[]
  settings(): Promise<Settings>
  /** Undefined until a server has announced itself. */
  url(database: string): Promise<string | undefined>
}

/** The socket's folder has mode 0700: who reaches it could read the data anyway, so no password is needed. */
export async function socketHost(folder: string): Promise<Host> {
  const { path, close } = await shortPathTo(folder, '.s.PGSQL.5432')
  const query = `host=${encodeURIComponent(path)}&port=5432&sslmode=disable`
  return {
    initdbArguments: ['--auth-local=trust', '--auth-host=reject'],
    settings: async () => ({ listen_addresses: '', unix_socket_directories: '.' }),
    url: async database => `postgresql://postgres@/${encodeURIComponent(database)}?${query}`,
    close,
  }
}

/** The kernel keeps 104 bytes for a socket's path on macOS and 108 on Linux, including a NUL. */
const SOCKET_PATH_BYTES = 103
const HOUR_MS = 60 * 60 * 1000

/** A link in a temporary folder of ours leaves room for `file`; PostgreSQL opens its socket by a relative name. */
async function shortPathTo(folder: string, file: string): Promise<Part & { path: string }> {
  if (fits(join(folder, file))) return { path: folder, close: async () => {} }

  const base = [tmpdir(), '/tmp'].find(candidate => fits(join(candidate, 'mela-XXXXXX', 'db', file)))
  if (!base) throw new Error(`The path ${folder} is too long for a socket: choose a shorter DATA_DIR or TMPDIR.`)

  const home = await mkdtemp(join(base, 'mela-'))
  const path = join(home, 'db')
  await symlink(folder, path)
  // Systems delete files that are days old from temporary folders.
  const refreshing = repeat(HOUR_MS, () => lutimes(path, new Date(), new Date()))
  return {
    path,
    async close() {
      await refreshing.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const fits = (path: string) => Buffer.byteLength(path) <= SOCKET_PATH_BYTES

/** On Windows Node does not know PostgreSQL's sockets: a loopback port and a password serve. */
export async function loopbackHost(folder: string): Promise<Host> {
  const passwordFile = join(dirname(folder), 'password')
  // A password left by an interrupted initialisation is as good as a new one.
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting)
  return {
    initdbArguments: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    settings: async () => ({
      listen_addresses: '127.0.0.1',
      port: String(await freePort()),
      unix_socket_directories: '',
    }),
    async url(database) {
      const server = await findServer(folder)
      if (!server?.port) return undefined
      const password = await readFile(passwordFile, 'utf8')
      const name = encodeURIComponent(database)
      return `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}?sslmode=disable`
    },
    close: async () => {},
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
