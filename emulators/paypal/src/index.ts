import { randomUUID } from 'node:crypto'
import { type Controls, openEmulator, type StartOptions } from '@mela/emulator-base/start.ts'
import { openStore, readTables as readAnyTables, removeState } from '@mela/emulator-base/store.ts'
import { createTickets } from '@mela/emulator-base/tickets.ts'
import type { WebhookSenderOptions } from '@mela/emulator-base/webhook-sender.ts'
import { type Access, accessTokenLifetime } from './api/access.ts'
import { type Certificates, createCertificates } from './base/certificates.ts'
import type { Emulator } from './base/emulator.ts'
import { type Fault, shapes } from './base/faults.ts'
import { forge } from './base/forgery.ts'
import { type PaypalStore, type PaypalTables, paypalTables } from './base/records.ts'
import { type ProviderEvent, triggerEvent } from './console/provider-events.ts'
import { paypalApi } from './routes.ts'

export type { Fault, ProviderEvent }
export { removeState }

/** Reads the records from disk; they are empty without files. */
export const readTables = (file: string) => readAnyTables<PaypalTables>(file, [...paypalTables])

export interface EmulatorOptions extends StartOptions {
  clientId: string
  clientSecret: string
  /** File that keeps the records over restarts; without it, they are in memory only. */
  snapshotFile?: string
  /** The merchant's name on the approval page, for orders without a `brand_name`. */
  brand?: string
}

export interface RunningEmulator extends Controls<Fault> {
  clientId: string
  clientSecret: string
  /** PEM: the certificate for verifying this emulator's webhooks, until it is closed. */
  caCertificate: string
  /** Triggers an event at PayPal that the shop did not request; throws when the state does not allow it. */
  trigger(event: ProviderEvent): void
}

export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  const { clientId, clientSecret, brand = 'Test merchant' } = options
  const store: PaypalStore = await openStore([...paypalTables], options.snapshotFile)
  const certificates = createCertificates()
  const identity = {
    provider: 'PayPal',
    approvalPath: '/checkoutnow',
    faultShapes: shapes,
    compose: (url: string) => composer(url, store, certificates),
  }
  const { emulator, controls } = await openEmulator<Emulator, Access, Fault>(
    store,
    options,
    identity,
    base => ({
      ...base,
      clientId,
      clientSecret,
      brand,
      store,
      certificates,
      accessTokens: createTickets(base.now, { lifetimeMs: accessTokenLifetime }),
      running: new Set(),
    }),
    paypalApi,
  )
  return {
    ...controls,
    clientId,
    clientSecret,
    caCertificate: certificates.caCertificate,
    trigger: event => triggerEvent(emulator, event),
  }
}

const composer =
  (url: string, store: PaypalStore, certificates: Certificates): WebhookSenderOptions['compose'] =>
  async (event, { id: webhookId }, delivery) => {
    const transmission = { id: randomUUID(), time: new Date().toISOString(), webhookId, body: event.body }
    delivery.transmissionId = transmission.id
    return forge(store, event.type, transmission, await certificates.signer(), url)
  }
