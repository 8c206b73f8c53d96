import { join } from 'node:path'
import type { RunningEmulator } from '@mela/paypal-emulator'
import type { Env } from '../runtime/env.ts'
import type { PaymentGateway } from './gateway.ts'
import { paypalGateway } from './paypal/paypal-gateway.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  /** In test mode: PayPal as it runs here. */
  emulator?: RunningEmulator
  /** In test mode alone; a real provider is told in its own dashboard. */
  sendEventsTo(url: string): void
  close(): Promise<void>
}

interface Options {
  /** Of the emulator; any free one by default. */
  port?: number
  /** Where the emulator keeps open payments over a restart; in memory only by default. */
  snapshotFile?: string
}

/** Where the emulator of this shop keeps its payments. */
export const testPaymentsFile = ({ dataDir }: Env): string => join(dataDir, 'test-payments.json')

/** PayPal when the environment holds its keys; otherwise an emulator, which is loaded in this case alone. */
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
