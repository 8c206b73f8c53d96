import { type Controls, openEmulator, type StartOptions } from '@mela/emulator-base/start.ts'
import { openStore, readTables as readAnyTables, removeState } from '@mela/emulator-base/store.ts'
import type { Emulator } from './base/emulator.ts'
import { type Fault, shapes } from './base/faults.ts'
import { type StripeStore, type StripeTables, stripeTables } from './base/records.ts'
import { composer } from './base/signature.ts'
import { type ProviderEvent, triggerEvent } from './console/triggers.ts'
import { stripeApi } from './routes.ts'

export type { Fault, ProviderEvent }
export { removeState }

/** Reads the records from disk; they are empty without files. */
export const readTables = (file: string) => readAnyTables<StripeTables>(file, [...stripeTables])

export interface EmulatorOptions extends StartOptions {
  secretKey: string
  /** Signs every webhook. */
  webhookSecret: string
  /** File that keeps the records over restarts; without it, they are in memory only. */
  snapshotFile?: string
  /** The merchant's name on the checkout page. */
  brand?: string
}

export interface RunningEmulator extends Controls<Fault> {
  secretKey: string
  webhookSecret: string
  /** Triggers an event at Stripe that the shop did not request; throws when the state does not allow it. */
  trigger(event: ProviderEvent): void
}

export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  const { secretKey, webhookSecret, brand = 'Test merchant' } = options
  const store: StripeStore = await openStore<StripeTables>([...stripeTables], options.snapshotFile)
  const identity = {
    provider: 'Stripe',
    approvalPath: '/c/pay',
    faultShapes: shapes,
    compose: () => composer(store, webhookSecret),
  }
  const { emulator, controls } = await openEmulator<Emulator, 'secret', Fault>(
    store,
    options,
    identity,
    base => ({ ...base, secretKey, webhookSecret, brand, store, running: new Set() }),
    stripeApi,
  )
  return { ...controls, secretKey, webhookSecret, trigger: event => triggerEvent(emulator, event) }
}
