import { join } from 'node:path'
import type { RunningEmulator } from '@mela/paypal-emulator'
import type { Env } from '../runtime/env.ts'
import type { PaymentGateway } from './gateway.ts'
import { paypalGateway } from './paypal/paypal-gateway.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  /** In test mode: the emulator running here. */
  emulator?: RunningEmulator
  /** In test mode only; a real provider is configured in its own dashboard. */
  sendEventsTo(url: string): void
  close(): Promise<void>
}

interface Options {
  /** Of the emulator; any free one by default. */
  port?: number
  /** Where the emulator stores open payments over a restart; in memory by default. */
  snapshotFile?: string
}

/** The emulator's file of this shop. */
export const testPaymentsFile = ({ dataDir }: Env): string => join(dataDir, 'test-payments.json')

/** PayPal when the environment holds its keys; otherwise an emulator, loaded only then. */
export async function openGateway(env: Env, options: Options = {}): Promise<OpenGateway> {
  if (env.paypal) {
    const { environment, clientId, clientSecret, webhookId } = env.paypal
    return {
      gateway: paypalGateway(environment, { clientId, clientSecret, at: environment, webhooks: { id: webhookId } }),
      sendEventsTo: () => {},
      close: async () => {},
    }
  }

  if (env.mode !== 'demo') throw new Error(`A shop with SHOP_MODE=${env.mode} does not pay at the emulator.`)
  const { startTestGateway } = await import('./paypal/test-gateway.ts')
  return startTestGateway({ ...env.testPaypal, ...options })
}
