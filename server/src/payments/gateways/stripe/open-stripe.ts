import { join } from 'node:path'
import { SHOP, webhookPath } from '@mela/contract'
import { invalid } from '../../../platform/http/errors.ts'
import type { Provider } from '../open-gateway.ts'
import type { StripeKeys } from './stripe-client.ts'

const fileIn = (folder: string) => join(folder, 'test-payments-stripe.json')

export const stripe: Provider = {
  variables: {
    webhook: 'STRIPE_WEBHOOK_SECRET',
    account: 'STRIPE_ACCOUNT_ID',
    aboutAccount: 'the account id in the settings of Stripe, which begins with acct_',
  },

  /** The key says by itself whether real money moves. */
  async connect({ stripe: keys }) {
    if (!keys) return undefined
    const isLive = /^[sr]k_live_/.test(keys.secretKey)
    if (isLive !== (keys.environment === 'live'))
      throw invalid({
        'keys.secretKey': `This is a key for ${isLive ? 'real money' : 'test payments'}: it begins with ${keys.secretKey.slice(0, 8)}.`,
      })
    const { stripeGateway } = await import('./stripe-gateway.ts')
    return stripeGateway(keys.environment, keys)
  },

  async openEmulator(env, { running, port, folder }) {
    if (env.mode !== 'demo') throw new Error(`A shop with SHOP_MODE=${env.mode} does not pay at the emulator.`)
    const { stripeGateway } = await import('./stripe-gateway.ts')
    const gatewayAt = ({ url, ...keys }: StripeKeys & { url: string }) =>
      stripeGateway('test', { ...keys, at: new URL(url) })
    if (running?.stripe) return { gateway: gatewayAt(running.stripe) }

    const { startEmulator } = await import('@mela/stripe-emulator')
    const emulator = await startEmulator({
      ...env.testStripe,
      brand: SHOP.name,
      ...(port !== undefined && { port }),
      ...(folder !== undefined && { snapshotFile: fileIn(folder) }),
    })
    const sendEventsTo = (api: string) => emulator.setWebhook({ id: 'we_test', url: api + webhookPath('stripe') })
    return { gateway: gatewayAt(emulator), emulator, sendEventsTo, close: () => emulator.close() }
  },

  async removeTestPayments({ dataDir }) {
    const { removeState } = await import('@mela/stripe-emulator')
    await removeState(fileIn(dataDir))
  },
}
