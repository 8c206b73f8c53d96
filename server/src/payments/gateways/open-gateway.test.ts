import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { readEnv } from '../../platform/runtime/env.ts'
import { openGateways } from './open-gateway.ts'
import { stripe } from './stripe/open-stripe.ts'

const PAYPAL = {
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
}
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

describe('the providers of a shop', () => {
  const shop = startShop()

  async function openWith(environment: Record<string, string>) {
    const env = readEnv({ DATA_DIR: shop.app.env.dataDir, ...environment })
    const { gateways, emulators, close } = await openGateways(shop.db, env, { port: 0 })
    await close()
    return { modes: gateways.all.map(({ name, mode }) => `${name} ${mode}`), emulators: Object.keys(emulators) }
  }

  it.each([
    ['an emulator of each in a demo without keys', {}, ['paypal test', 'stripe test'], ['paypal', 'stripe']],
    ['PayPal alone with its keys', PAYPAL, ['paypal sandbox'], []],
    ['Stripe alone with its keys', STRIPE, ['stripe sandbox'], []],
    ['both with the keys of both', { ...STRIPE, ...PAYPAL }, ['paypal sandbox', 'stripe sandbox'], []],
  ])('are %s', async (_, environment, modes, emulators) => {
    expect(await openWith(environment)).toEqual({ modes, emulators })
  })

  it.each([
    ['sandbox', 'sk_live_1', 'This is a key for real money'],
    ['live', 'rk_test_1', 'This is a key for test payments'],
  ] as const)('are not connected as %s with the key %s', async (environment, secretKey, message) => {
    const keys = { environment, secretKey, webhookSecret: 'whsec_1', accountId: undefined }
    const errors = { 'keys.secretKey': expect.stringContaining(message) }
    await expect(stripe.connect({ paypal: undefined, stripe: keys })).rejects.toMatchObject({ details: { errors } })
  })
})
