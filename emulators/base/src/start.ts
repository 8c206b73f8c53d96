import { createServer } from 'node:http'
import { hour, setClockAhead } from './clock.ts'
import type { BaseEmulator } from './emulator.ts'
import { addFault, clearFaults, type FaultShapes } from './faults.ts'
import { closeServer, listenWhereItWas } from './listening.ts'
import { type Api, answerRequests } from './server.ts'
import type { Store, Tables } from './store.ts'
import { createTickets } from './tickets.ts'
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.ts'

export interface WebhookAddress {
  url: string
  id: string
}

export interface StartOptions {
  /** With 0 or undefined, the emulator listens on the port in the snapshot, or on any free one. */
  port?: number
  webhook?: WebhookAddress
}

/** How a process or a test steers an emulator. */
export interface Controls<Fault> {
  url: string
  /** Sends every event to this address from now on. */
  setWebhook(webhook: WebhookAddress): void
  /** Makes requests or webhooks fail from now on, as often as the fault's count says. */
  addFault(fault: Fault): void
  faults(): Fault[]
  clearFaults(): void
  /** Advances the clock by this number of hours: deadlines pass earlier. */
  setClockAhead(hours: number): void
  /** Resolves when every webhook is delivered or given up. */
  webhooksDelivered(): Promise<void>
  /** Finishes running requests, writes the snapshot, frees the port. */
  close(): Promise<void>
}

/** What distinguishes an emulator's context before its provider adds to it. */
interface Identity {
  provider: string
  approvalPath: string
  faultShapes: FaultShapes
  compose(url: string): WebhookSenderOptions['compose']
}

/** Listens on a loopback port → makes the emulator → answers its API → resumes deliveries from before a restart. */
export async function openEmulator<Emulator extends BaseEmulator, Access extends string, Fault>(
  store: Store<Tables>,
  { port: wanted, webhook }: StartOptions,
  { compose, ...identity }: Identity,
  extend: (base: BaseEmulator) => Emulator,
  api: Api<Emulator, Access>,
): Promise<{ emulator: Emulator; controls: Controls<Fault> }> {
  const server = createServer()
  const { url, port } = await listenWhereItWas(server, wanted, store.kept.get('port'))
  const now = () => new Date(Date.now() + (store.kept.get('ahead') ?? 0))
  const closing = new AbortController()
  const emulator = extend({
    ...identity,
    url,
    now,
    store,
    webhookSender: createWebhookSender({ store, closing, compose: compose(url) }),
    formTokens: createTickets(now, { lifetimeMs: 3 * hour, most: 20, issued: store.forms }),
    closing,
  })
  server.on('request', answerRequests(emulator, api))

  store.kept.set('port', port)
  store.changed('kept', 'port')
  if (webhook) setWebhook(store, webhook)
  emulator.webhookSender.resume()
  await store.saved()
  const controls: Controls<Fault> = {
    url,
    setWebhook: address => setWebhook(store, address),
    addFault: fault => addFault(emulator, fault),
    faults: () => [...store.faults.values()] as Fault[],
    clearFaults: () => clearFaults(emulator),
    setClockAhead: hours => setClockAhead(emulator, hours),
    webhooksDelivered: emulator.webhookSender.idle,
    async close() {
      closing.abort()
      await closeServer(server)
      await emulator.webhookSender.idle()
      await store.close()
    },
  }
  return { emulator, controls }
}

function setWebhook(store: Store<Tables>, { id, url }: WebhookAddress) {
  store.webhooks.set(id, { id, url, types: ['*'] })
  store.changed('webhooks', id)
}
