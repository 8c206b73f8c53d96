import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { openGateways } from '../payments/gateways/open-gateway.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { refuseUnready } from './opening.ts'

const shop = startShop({
  SHOP_MODE: 'rehearsal',
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: 'on',
  MAIL: 'file',
  RATE_LIMIT: 'off',
})
const { account } = twoFactorOf(shop)
const keys = { clientId: 'AClient', clientSecret: 'EHLsecret1234', webhookId: 'WH-1', merchantId: 'MERCHANTOFSHO' }

const OPENING = '/dashboard/opening'

describe('a rehearsal', () => {
  it('opens without keys, and goes live for good, in every instance, by its owner, once nothing is missing', async () => {
    const { as } = await account({ role: 'admin' })
    await refuseUnready(shop.db, shop.app.env)
    const connect = (environment: string) =>
      shop.call('PUT', `/payments/keys/paypal/${environment}`, { as, body: { keys, password } })
    const goLive = (body: object) => shop.call('POST', OPENING, { as, body })
    await connect('sandbox')
    const other = await openGateways(shop.db, shop.app.env)
    expect(await goLive({})).toMatchObject({ status: 400 })
    expect(await goLive({ password })).toMatchObject({
      status: 409,
      code: 'not_ready',
      data: [{ problem: expect.stringContaining('nobody could pay') }],
    })
    expect(shop.gateways.find('paypal')?.mode).toBe('sandbox')

    await connect('live')
    const answers = await Promise.all([goLive({ password }), goLive({ password })])

    for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { mode: 'live', needs: [] } })
    expect(shop.gateways.find('paypal')?.mode).toBe('live')
    await expect.poll(() => other.gateways.find('paypal')?.mode).toBe('live')
    expect((await shop.get('/payments/gateways', as)).data).toMatchObject([{ name: 'paypal', mode: 'live' }])
    const events = shop.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'settings.went_live')
    expect(await events.execute()).toEqual([{ actor_id: as.id }])
    expect(await shop.call('DELETE', '/payments/keys/paypal/live', { as, body: { password } })).toMatchObject({
      message: expect.stringContaining('No way to pay takes payments in USD now'),
    })
    await refuseUnready(shop.db, shop.app.env)
    await other.close()
  })
})

describe('a rehearsal in rupees', () => {
  const other = startShop({
    SHOP_MODE: 'rehearsal',
    PUBLIC_URL: 'https://shop.example.com',
    TRUST_PROXY: 'on',
    MAIL: 'file',
  })

  it('does not go live with PayPal alone, which takes none, and says so when its keys are saved', async () => {
    const { as } = await twoFactorOf(other).account({ role: 'admin' })
    await other.changeSettings({ money: { currency: 'INR' } })
    const connect = (environment: string) =>
      other.call('PUT', `/payments/keys/paypal/${environment}`, { as, body: { keys, password } })

    expect((await connect('sandbox')).message).toContain('No way to pay takes payments in INR now')
    await connect('live')

    expect(await other.call('POST', OPENING, { as, body: { password } })).toMatchObject({
      status: 409,
      code: 'not_ready',
      data: [{ problem: 'No way to pay that is on offer takes payments in INR.' }],
    })
  })
})

describe('a demo', () => {
  const demo = startShop()

  it('never goes live, as everyone knows its password', async () => {
    const { as } = await twoFactorOf(demo).account({ role: 'admin' })

    expect(await demo.call('POST', OPENING, { as, body: { password } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('SHOP_MODE=rehearsal'),
    })
  })
})
