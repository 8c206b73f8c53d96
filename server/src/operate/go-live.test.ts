import { describe, expect, it, vi } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { GatewayError } from '../payments/gateways/gateway.ts'
import { openGateways, providers } from '../payments/gateways/open-gateway.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { refuseUnready } from './opening.ts'

const shop = startShop({
  SHOP_MODE: 'rehearsal',
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: 'on',
  MAIL: 'file',
  RATE_LIMIT: 'off',
})
const { account, enrolled } = twoFactorOf(shop)
const keys = { clientId: 'AClient', clientSecret: 'EHLsecret1234', webhookId: 'WH-1', merchantId: 'MERCHANTOFSHO' }

const OPENING = '/dashboard/opening'

/** What PayPal says about the account of any keys. */
const retrieveAccount = vi.fn<() => Promise<string | undefined>>().mockRejectedValue(new GatewayError('ambiguous'))
const { connect } = providers.paypal
vi.spyOn(providers.paypal, 'connect').mockImplementation(async keys => {
  const gateway = await connect(keys)
  return gateway && Object.assign(gateway, { retrieveAccount })
})

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
    const colleague = await enrolled({ role: 'admin' })
    const proof = { password, code: colleague.recoveryCodes[0] }
    // A refusal uses up no recovery code.
    for (const _ of [1, 2])
      expect(await shop.call('POST', OPENING, { as: colleague.as, body: proof })).toMatchObject({ code: 'not_ready' })

    await connect('live')
    expect(await goLive({ password })).toMatchObject({
      code: 'not_ready',
      data: [{ problem: 'PayPal has not confirmed its live keys.', cure: expect.stringContaining('Press Test') }],
    })
    retrieveAccount.mockResolvedValueOnce(keys.merchantId)
    await shop.post('/payments/keys/paypal/live/test', {}, as)
    expect(await shop.call('POST', OPENING, { as: colleague.as, body: { ...proof, code: 'wrong' } })).toMatchObject({
      code: 'wrong_code',
    })
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
    await shop.call('PUT', '/payments/keys/paypal/live', {
      as,
      body: { keys: { ...keys, merchantId: '' }, password },
    })
    // PayPal does not answer tests, and transfers go on.
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
    retrieveAccount.mockResolvedValueOnce(keys.merchantId)
    await connect('live')

    expect(await other.call('POST', OPENING, { as, body: { password } })).toMatchObject({
      status: 409,
      code: 'not_ready',
      data: [{ problem: 'No way to pay that is on offer takes payments in INR.' }],
    })
  })
})

describe('a rehearsal that takes transfers', () => {
  const other = startShop({
    SHOP_MODE: 'rehearsal',
    PUBLIC_URL: 'https://shop.example.com',
    TRUST_PROXY: 'on',
    MAIL: 'file',
  })
  const ON = { isOn: true, countries: [], currencies: [], from: null, to: null }
  const offer = (...ways: string[]) => {
    const account = { accountHolder: 'Mela', iban: 'DE89370400440532013000' }
    return other.changeSettings({ payments: { ...account, ways: ways.map(way => ({ way, ...ON })) } })
  }
  const goLive = (as: Person) => other.call('POST', OPENING, { as, body: { password } })

  it('does not go live while cards would vanish', async () => {
    const { as } = await twoFactorOf(other).account({ role: 'admin' })
    await offer('stripe', 'transfer')
    const sandbox = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', accountId: 'acct_1' }
    await other.call('PUT', '/payments/keys/stripe/sandbox', { as, body: { keys: sandbox, password } })

    expect(await goLive(as)).toMatchObject({
      status: 409,
      data: [{ problem: expect.stringContaining('Stripe has no live keys') }],
    })
  })

  it('counts in its figures what test money paid, and marks it and leaves it out once it is live', async () => {
    const { as } = await twoFactorOf(other).account({ role: 'admin' })
    await offer('transfer')
    const discounts = discountsOf(other, as)
    const { _id: discount, code } = (await discounts.add()).data
    const card = await giftCardsOf(other, as).aCode(500)
    const customer = await other.customer()
    const lines = [{ product: (await other.product()).id, quantity: 1 }]
    const { buy, update } = shoppersOf(other)
    const paid = (await buy(customer, lines, { gateway: 'transfer', codes: [code] })).data
    const covered = (await buy(customer, lines, { codes: [card.code] })).data
    const receipt = { amount: paid.totalAmount, receivedOn: new Date().toISOString().slice(0, 10) }
    expect(await other.post(`/payments/${paid.payment._id}/receipts`, receipt, as)).toMatchObject({ status: 201 })
    for (const { _id } of [paid, covered])
      for (const status of ['shipped', 'delivered']) await update(_id, as, { status })
    const figures = async () => {
      const [stats, report, funnel, overview, shown, orders] = await Promise.all(
        [
          '/users/admin',
          '/dashboard/report?days=7',
          '/dashboard/funnel?days=7',
          `/users/${customer.id}/overview`,
          `/discounts/${discount}`,
          '/orders',
        ].map(async url => (await other.get(url, as)).data),
      )
      return {
        sales: stats['Total Sales'],
        sold: report.sales.at(-1).total,
        delivered: report.statuses[3].count,
        rates: report.taxes.length,
        best: report.bestSellers.length,
        ordered: funnel.orders,
        spent: overview.spent,
        discount: [shown.revenue, shown.givenAway],
        flags: orders.map(({ flags }: { flags: string[] }) => flags),
      }
    }
    const flags = [['test'], ['test']]
    const total = paid.totalAmount
    expect(await figures()).toEqual({
      ...{ sales: `$${total.toFixed(2)}`, sold: total, delivered: 2, rates: 1, best: 1, ordered: 2, spent: total },
      ...{ discount: [total, 10], flags },
    })

    expect(await goLive(as)).toMatchObject({ status: 200, data: { needs: [] } })

    expect(await figures()).toEqual({
      ...{ sales: '$0.00', sold: 0, delivered: 0, rates: 0, best: 0, ordered: 0, spent: 0 },
      ...{ discount: [0, 0], flags },
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
