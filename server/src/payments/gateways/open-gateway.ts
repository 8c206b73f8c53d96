import { join } from 'node:path'
import type { RunningEmulator } from '@mela/paypal-emulator'
import type { Env } from '../../platform/runtime/env.ts'
import type { PaymentGateway } from './gateway.ts'
import { openPaypal } from './paypal/open-paypal.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  emulator?: RunningEmulator
  /** In test mode only; a real provider is configured in its own dashboard. */
  sendEventsTo(url: string): void
  close(): Promise<void>
}

export type EmulatorAddress = Pick<RunningEmulator, 'url' | 'clientId' | 'clientSecret' | 'caCertificate'>

export interface EmulatorPlace {
  running?: EmulatorAddress | undefined
  port?: number
  snapshotFile?: string
}

export const testPaymentsFile = ({ dataDir }: Env): string => join(dataDir, 'test-payments.json')

export const openGateway = (env: Env, place: EmulatorPlace = {}): Promise<OpenGateway> => openPaypal(env, place)
