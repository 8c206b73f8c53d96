import { join } from 'node:path'
import { webhookPath } from '@mela/contract'
import type { Provider } from '../open-gateway.ts'

const fileIn = (folder: string) => join(folder, 'test-payments.json')

export const paypal: Provider = {
  variables: {
    webhook: 'PAYPAL_WEBHOOK_ID',
    account: 'PAYPAL_MERCHANT_ID',
    aboutAccount: 'the merchant id in the account settings of PayPal, 13 letters and digits',
  },

  async connect({ paypal }) {
    if (!paypal) return undefined
    const { paypalGateway } = await import('./paypal-gateway.ts')
    const { environment, clientId, clientSecret, webhookId, merchantId } = paypal
    const webhooks = { id: webhookId }
    return paypalGateway(environment, { clientId, clientSecret, merchantId, at: environment, webhooks })
  },

  async openEmulator(env, { running, port, folder }) {
    if (env.mode !== 'demo') throw new Error(`A shop with SHOP_MODE=${env.mode} does not pay at the emulator.`)
    const { startTestGateway, testGatewayAt } = await import('./test-gateway.ts')
    if (running?.paypal) return { gateway: testGatewayAt(running.paypal) }
    const { emulator, ...opened } = await startTestGateway({
      ...env.testPaypal,
      ...(port !== undefined && { port }),
      ...(folder !== undefined && { snapshotFile: fileIn(folder) }),
    })
    return { ...opened, emulator, sendEventsTo: api => opened.sendEventsTo(api + webhookPath('paypal')) }
  },

  async removeTestPayments({ dataDir }) {
    const { removeState } = await import('@mela/paypal-emulator')
    await removeState(fileIn(dataDir))
  },
}
