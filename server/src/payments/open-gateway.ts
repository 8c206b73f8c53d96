import type { Env } from '../env.ts'
import type { PaymentGateway } from './gateway.ts'
import { paypalGateway } from './paypal/paypal-gateway.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  close(): Promise<void>
}

interface Options {
  /** Of the emulator; any free one by default. */
  port?: number
  /** Where the emulator keeps open payments over a restart; in memory only by default. */
  snapshotFile?: string
}

/** PayPal when the environment holds its keys; otherwise an emulator, which is loaded in this case alone. */
export async function openGateway(env: Env, options: Options = {}): Promise<OpenGateway> {
  if (env.paypal) {
    const { environment, clientId, clientSecret } = env.paypal
    return {
      gateway: paypalGateway(environment, { clientId, clientSecret, at: environment }),
      close: async () => {},
    }
  }

  const { startTestGateway } = await import('./paypal/test-gateway.ts')
  return startTestGateway({ ...env.testPaypal, ...options })
}
