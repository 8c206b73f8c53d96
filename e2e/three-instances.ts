import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { insertSession } from '../server/src/people/sessions.ts'
import { connect } from '../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../server/src/platform/database/embedded/embedded.ts'
import { factories } from '../server/test/factories.ts'
import { createOwner, REHEARSAL } from './shop-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** High limits, so that buyers with one IP address are not refused; the test of limits uses up the one of searches. */
const LIMITS = {
  RATE_LIMIT_SEARCHES: '30',
  RATE_LIMIT_CALLS: '100000',
  RATE_LIMIT_PAGES: '100000',
  RATE_LIMIT_ORDERS: '100000',
  RATE_LIMIT_OPEN_ORDERS: '100000',
  RATE_LIMIT_UNITS: '100000',
  RATE_LIMIT_UNITS_IN_ALL: '100000',
}

interface Instance {
  url: string
  port: number
  child: ChildProcess
}

async function startInstance(port: number, environment: Record<string, string>): Promise<Instance> {
  const env = { ...process.env, ...REHEARSAL, ...LIMITS, ...environment, PORT: String(port) }
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text))
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`An instance does not open:\n${said}`)
    await delay(50)
  }
  return { url, port, child }
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** How long an instance that did not answer gets no requests, in milliseconds. */
const DOWN_MS = 1000

/**
 * A round-robin proxy: each request goes to the next instance, and an instance that does not answer gets none for a
 * second. The proxy does not repeat a failed request: the client gets 502.
 */
async function openProxy(ports: () => number[]) {
  const agent = new Agent({ keepAlive: true })
  const downUntil = new Map<number, number>()
  let turn = 0

  function next(): number {
    const all = ports()
    const up = all.filter(port => (downUntil.get(port) ?? 0) < Date.now())
    const choice = up.length > 0 ? up : all
    return choice[turn++ % choice.length] ?? 0
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const port = next()
    const { url: path, method, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, path, method, headers, agent }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    forwarded.once('error', () => {
      downUntil.set(port, Date.now() + DOWN_MS)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.pipe(forwarded)
  }

  const server = createServer(pass)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Instances = Awaited<ReturnType<typeof openInstances>>

/** Three instances of a shop in rehearsal mode behind a proxy, on one data folder and one PostgreSQL. */
export async function openInstances() {
  const folder = await mkdtemp(join(tmpdir(), 'mela-instances-'))
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres'), fsync: false })
  await createOwner(folder, { DATABASE_URL: database.url })
  const { db, close: disconnect } = connect(database.url, { poolSize: 4 })
  const all: Instance[] = []
  const proxy = await openProxy(() => all.map(({ port }) => port))
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: 'on',
    AVIF: 'off',
  }
  const start = async () => startInstance(await freePort(), environment)
  // The first instance makes the key file, so it starts alone; the database would allow all three to start at once.
  all.push(await start())
  all.push(...(await Promise.all([start(), start()])))

  const signIn = async (id: string) => ({ id, cookie: `mela_session=${await insertSession(db, id)}` })

  return {
    all,
    url: proxy.url,
    db,
    signIn,
    ...factories({ db, signIn }),
    /** Kills an instance with SIGKILL. */
    async kill(instance: Instance) {
      instance.child.kill('SIGKILL')
      await once(instance.child, 'exit')
    },

    async close() {
      proxy.close()
      await Promise.all(
        all.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
      await disconnect()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
