import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessTokenLifetime } from './access.ts'
import { createCertificates } from './certificates.ts'
import { createCourier, type Send } from './courier.ts'
import type { Emulator } from './emulator.ts'
import { addFault, clearFaults, type Fault } from './faults.ts'
import { type Happening, happen } from './happenings.ts'
import { answerRequests } from './server.ts'
import { openStore } from './store.ts'
import { createTickets } from './tickets.ts'
import { hour } from './time.ts'

export type { Fault, Happening }

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
  webhook?: WebhookAddress
  /** How webhooks are handed over; by HTTP, unless a test takes them itself. */
  send?: Send
}

interface WebhookAddress {
  url: string
  id: string
}

export interface RunningEmulator {
  url: string
  clientId: string
  clientSecret: string
  /** PEM: who trusts it believes the signatures of this emulator's webhooks, until it is closed. */
  caCertificate: string
  /** Sends every event to this address from now on. */
  setWebhook(webhook: WebhookAddress): void
  /** Makes requests or webhooks go wrong from now on, as often as the fault's count says. */
  addFault(fault: Fault): void
  faults(): Fault[]
  clearFaults(): void
  /** Makes something happen at PayPal without the shop's asking. */
  happen(happening: Happening): void
  /** Resolves when every webhook is delivered or given up. */
  webhooksDelivered(): Promise<void>
  /** Answers what is running, writes the snapshot, frees the port. */
  close(): Promise<void>
}

const host = '127.0.0.1'
const patience = 2_000

export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  const { port = 0, snapshotFile, brand = 'Test merchant', now = () => new Date(), webhook, send, ...keys } = options
  const store = await openStore(snapshotFile)
  const server = createServer()
  const url = await listen(server, port)
  const certificates = createCertificates()
  const closing = new AbortController()
  const courier = createCourier({ url, store, certificates, send, closing })
  const emulator: Emulator = {
    ...keys,
    url,
    brand,
    now,
    store,
    certificates,
    courier,
    accessTokens: createTickets(now, accessTokenLifetime),
    formTokens: createTickets(now, 3 * hour),
    running: new Set<string>(),
    closing,
  }
  if (webhook) setWebhook(emulator, webhook)
  server.on('request', answerRequests(emulator))
  courier.resume()
  return {
    ...keys,
    url,
    caCertificate: certificates.caCertificate,
    setWebhook: address => setWebhook(emulator, address),
    addFault: fault => addFault(emulator, fault),
    faults: () => [...store.faults.values()],
    clearFaults: () => clearFaults(emulator),
    happen: happening => happen(emulator, happening),
    webhooksDelivered: courier.idle,
    async close() {
      closing.abort()
      await closeServer(server)
      await courier.idle()
      await store.saved()
    },
  }
}

function setWebhook({ store }: Emulator, { id, url }: WebhookAddress) {
  store.webhooks.set(id, { id, url, types: ['*'] })
  store.changed()
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
