import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessTokenLifetime } from './access.ts'
import { answerRequests } from './server.ts'
import { openStore } from './store.ts'
import { createTickets } from './tickets.ts'
import { hour } from './time.ts'

export interface EmulatorOptions {
  /** 0 or nothing: any free port. */
  port?: number
  clientId: string
  clientSecret: string
  /** Where orders and captures are kept over a restart. Nothing: in memory only. */
  snapshotFile?: string
  /** The merchant's name on the approval page, for orders that carry no `brand_name`. */
  brand?: string
  now?: () => Date
}

export interface RunningEmulator {
  url: string
  clientId: string
  clientSecret: string
  /** Answers what is running, writes the snapshot, frees the port. */
  close(): Promise<void>
}

const host = '127.0.0.1'
const patience = 2_000

export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  const { port = 0, clientId, clientSecret, snapshotFile, brand = 'Test merchant', now = () => new Date() } = options
  const store = await openStore(snapshotFile)
  const server = createServer()
  const url = await listen(server, port)
  const emulator = {
    url,
    clientId,
    clientSecret,
    brand,
    now,
    store,
    accessTokens: createTickets(now, accessTokenLifetime),
    formTokens: createTickets(now, 3 * hour),
    running: new Set<string>(),
  }
  server.on('request', answerRequests(emulator))
  return {
    url,
    clientId,
    clientSecret,
    async close() {
      await closeServer(server)
      await store.saved()
    },
  }
}

function listen(server: Server, port: number) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.once('error', (cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE'
    reject(isTaken ? new Error(`Port ${port} on ${host} is already in use. Choose another port.`, { cause }) : cause)
  })
  server.listen(port, host, () => {
    const address = server.address() as AddressInfo
    resolve(`http://${host}:${address.port}`)
  })
  return promise
}

async function closeServer(server: Server) {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const impatient = setTimeout(() => server.closeAllConnections(), patience)
  await promise
  clearTimeout(impatient)
}
