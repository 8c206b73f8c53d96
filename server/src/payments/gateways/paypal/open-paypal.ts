import type { Env } from '../../../platform/runtime/env.ts'
import type { EmulatorPlace, OpenGateway } from '../open-gateway.ts'
import { paypalGateway } from './paypal-gateway.ts'

/** The emulator stands in for missing keys, in demo mode only, and is loaded only then. */
export async function openPaypal(env: Env, place: EmulatorPlace): Promise<OpenGateway> {
  if (env.paypal) {
    const { environment, clientId, clientSecret, webhookId, merchantId } = env.paypal
    const webhooks = { id: webhookId }
    return {
      gateway: paypalGateway(environment, { clientId, clientSecret, merchantId, at: environment, webhooks }),
      sendEventsTo: () => {},
      close: async () => {},
    }
  }

  if (env.mode !== 'demo') throw new Error(`A shop with SHOP_MODE=${env.mode} does not pay at the emulator.`)
  const { startTestGateway, testGatewayAt } = await import('./test-gateway.ts')
  const { running, ...own } = place
  if (running) return { gateway: testGatewayAt(running), sendEventsTo: () => {}, close: async () => {} }
  return startTestGateway({ ...env.testPaypal, ...own })
}
