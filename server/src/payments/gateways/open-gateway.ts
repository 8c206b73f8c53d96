import { join } from 'node:path'
import type { RunningEmulator } from '@mela/paypal-emulator'
import type { Env } from '../../platform/runtime/env.ts'
import type { PaymentGateway } from './gateway.ts'
import { openPaypal } from './paypal/open-paypal.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  /** In test mode: the emulator running here. */
  emulator?: RunningEmulator
  /** In test mode only; a real provider is configured in its own dashboard. */
  sendEventsTo(url: string): void
  close(): Promise<void>
}

/** What a process needs to pay at an emulator that runs in another one. */
export type EmulatorAddress = Pick<RunningEmulator, 'url' | 'clientId' | 'clientSecret' | 'caCertificate'>

export interface EmulatorPlace {
  /** The emulator that already runs in another process of this shop. */
  running?: EmulatorAddress | undefined
  /** The emulator's port; any free one by default. */
  port?: number
  /** Where the emulator stores open payments over a restart; in memory by default. */
  snapshotFile?: string
}

/** The emulator's file of this shop. */
export const testPaymentsFile = ({ dataDir }: Env): string => join(dataDir, 'test-payments.json')

/** The one payment gateway so far, by its own part of the environment. */
export const openGateway = (env: Env, place: EmulatorPlace = {}): Promise<OpenGateway> => openPaypal(env, place)
