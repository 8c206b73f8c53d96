import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessTokenLifetime } from './api/access.ts'
import { createCertificates } from './base/certificates.ts'
import type { Emulator } from './base/emulator.ts'
import { addFault, clearFaults, type Fault } from './base/faults.ts'
import { openStore, readTables, removeState, type Store } from './base/store.ts'
import { createTickets } from './base/tickets.ts'
import { hour } from './base/time.ts'
import { createWebhookSender } from './base/webhook-sender.ts'
import { setClockAhead } from './console/clock.ts'
import { type ProviderEvent, triggerEvent } from './console/provider-events.ts'
import { answerRequests } from './server.ts'

export type { Fault, ProviderEvent }
export { readTables, removeState }

export interface EmulatorOptions {
  /** With 0 or undefined, the emulator listens on the port in the snapshot, or on any free one. */
  port?: number
  clientId: string
  clientSecret: string
  /** File that keeps the records over restarts; without it, they are in memory only. */
  snapshotFile?: string
  /** The merchant's name on the approval page, for orders without a `brand_name`. */
  brand?: string
  webhook?: WebhookAddress
}

interface WebhookAddress {
  url: string
  id: string
}

export interface RunningEmulator {
  url: string
  clientId: string
  clientSecret: string
  /** PEM: the certificate for verifying this emulator's webhooks, until it is closed. */
  caCertificate: string
  /** Sends every event to this address from now on. */
  setWebhook(webhook: WebhookAddress): void
  /** Makes requests or webhooks fail from now on, as often as the fault's count says. */
  addFault(fault: Fault): void
  faults(): Fault[]
  clearFaults(): void
  /** Triggers an event at PayPal that the shop did not request; throws when the state does not allow it. */
  trigger(event: ProviderEvent): void
  /** Advances the clock by this number of hours: deadlines pass earlier. */
  setClockAhead(hours: number): void
  /** Resolves when every webhook is delivered or given up. */
  webhooksDelivered(): Promise<void>
  /** Finishes running requests, writes the snapshot, frees the port. */
  close(): Promise<void>
}

const host = '127.0.0.1'
const patience = 2_000

export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  const store = await openStore(options.snapshotFile)
  const server = createServer()
  const { url, port } = await listenWhereItWas(server, options.port, store.kept.get('port'))
  const emulator = createEmulator(options, store, url)
  server.on('request', answerRequests(emulator))

  store.kept.set('port', port)
  store.changed('kept', 'port')
  if (options.webhook) setWebhook(emulator, options.webhook)
  emulator.webhookSender.resume()
  await store.saved()
  return {
    ...controlsOf(emulator),
    async close() {
      emulator.closing.abort()
      await closeServer(server)
      await emulator.webhookSender.idle()
      await store.close()
    },
  }
}

function createEmulator(options: EmulatorOptions, store: Store, url: string): Emulator {
  const { clientId, clientSecret, brand = 'Test merchant' } = options
  const clock = () => new Date(Date.now() + (store.kept.get('ahead') ?? 0))
  const certificates = createCertificates()
  const closing = new AbortController()
  return {
    url,
    clientId,
    clientSecret,
    brand,
    now: clock,
    store,
    certificates,
    webhookSender: createWebhookSender({ url, store, certificates, closing }),
    accessTokens: createTickets(clock, { lifetimeMs: accessTokenLifetime }),
    formTokens: createTickets(clock, { lifetimeMs: 3 * hour, most: 20, issued: store.forms }),
    running: new Set(),
    closing,
  }
}

function controlsOf(emulator: Emulator): Omit<RunningEmulator, 'close'> {
  const { url, clientId, clientSecret, certificates, webhookSender, store } = emulator
  return {
    url,
    clientId,
    clientSecret,
    caCertificate: certificates.caCertificate,
    setWebhook: address => setWebhook(emulator, address),
    addFault: fault => addFault(emulator, fault),
    faults: () => [...store.faults.values()],
    clearFaults: () => clearFaults(emulator),
    trigger: event => triggerEvent(emulator, event),
    setClockAhead: hours => setClockAhead(emulator, hours),
    webhooksDelivered: webhookSender.idle,
  }
}

function setWebhook({ store }: Emulator, { id, url }: WebhookAddress) {
  store.webhooks.set(id, { id, url, types: ['*'] })
  store.changed('webhooks', id)
}

/** Listens on the port from before a restart if it is free, so that open pages find the emulator again. */
async function listenWhereItWas(server: Server, port = 0, earlier = 0) {
  if (port !== 0 || earlier === 0) return listen(server, port)
  return listen(server, earlier).catch(() => listen(server, 0))
}

function listen(server: Server, port: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; port: number }>()
  const fail = (cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE'
    reject(isTaken ? new Error(`Port ${port} on ${host} is already in use. Choose another port.`, { cause }) : cause)
  }
  server.once('error', fail)
  server.listen(port, host, () => {
    server.off('error', fail)
    const address = server.address() as AddressInfo
    resolve({ url: `http://${host}:${address.port}`, port: address.port })
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
