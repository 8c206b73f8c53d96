import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { ignoreExisting } from './expected-errors.ts'
import type { Host } from './host.ts'
import { readPidFile } from './pid-file.ts'
import { serverEnvironment } from './server-user.ts'

/** On Windows Node knows neither PostgreSQL's sockets nor its signals: a loopback port, a password and pg_ctl serve. */
export function windowsHost(cluster: Cluster): Host {
  const control = (...commandArguments: string[]) => runControl(cluster, commandArguments)
  const passwordFile = join(dirname(cluster.folder), 'password')

  return {
    // A password left by an interrupted initialisation is as good as a new one.
    async initdbArguments() {
      await writeFile(passwordFile, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting)
      return ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    },
    settings: async () => ({
      listen_addresses: '127.0.0.1',
      port: String(await freePort()),
      unix_socket_directories: '',
    }),
    async launch() {
      const isRunning = await control('start', '-w', '-t', '60', '-l', cluster.log)
      return { pid: undefined, hasExited: () => !isRunning }
    },
    async url(database) {
      const server = await readPidFile(cluster.folder)
      if (!server?.port) return undefined
      const password = await readFile(passwordFile, 'utf8')
      const name = encodeURIComponent(database)
      return `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}?sslmode=disable`
    },
    runningProcess: async () => (await readPidFile(cluster.folder))?.pid,
    async stop() {
      if (!(await control('status'))) return
      if (await control('stop', '-w', '-t', '10', '-m', 'fast')) return
      if (await control('stop', '-w', '-t', '10', '-m', 'immediate')) return
      throw new Error('PostgreSQL does not stop.')
    },
    release: async () => {},
  }
}

/** The output is not read: the server would hold the pipe open. */
async function runControl(cluster: Cluster, commandArguments: string[]): Promise<boolean> {
  const child = spawn(cluster.binaries.pgCtl, [...commandArguments, '-D', cluster.folder], {
    cwd: cluster.folder,
    detached: true,
    env: serverEnvironment(),
    stdio: 'ignore',
    windowsHide: true,
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
