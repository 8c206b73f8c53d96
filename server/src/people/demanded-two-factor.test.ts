import { beforeAll, describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../test/live-environment.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { aWebApp } from '../storefront/pages-fixtures.ts'
import { demandTwoFactor, twoFactor, twoFactorOf } from './two-factor-fixtures.ts'

describe('a shop that demands two-factor sign-in of its staff', () => {
  const shop = startShop({ ...live, TRUST_PROXY: 'on' })
  const { account, begin, enrolled } = twoFactorOf(shop)

  it('refuses staff without it everything but setting it up', async () => {
    const owner = await enrolled({ role: 'admin' })
    await demandTwoFactor(shop, owner.as)
    const other = await account({ role: 'admin' })

    const refusal = { status: 403, code: 'two_factor_demanded' }
    for (const path of ['/orders', '/settings', '/users/customers', '/audit'])
      expect([path, await shop.get(path, other.as)]).toMatchObject([path, refusal])
    expect(await shop.get('/users/current-user', other.as)).toMatchObject({ status: 200 })
    expect(await shop.get(twoFactor, other.as)).toMatchObject({ status: 200, data: { isEnabled: false } })
    expect(await begin(other.as)).toMatchObject({ status: 201 })
    expect(await shop.get('/orders', owner.as)).toMatchObject({ status: 200 })
  })
})

describe('staff who have not set up the demanded two-factor sign-in', () => {
  const { web } = aWebApp()
  const shop = startShop({ TRUST_PROXY: 'on' }, undefined, web)
  const { account, enrolled } = twoFactorOf(shop)
  const { anOpenOrder, aPaidOrder } = buyersOf(shop)
  let owner: Awaited<ReturnType<typeof enrolled>>
  let other: Person

  beforeAll(async () => {
    // Orders are paid at the emulator, which opens with a demo only.
    Object.assign(shop.app.env, { mode: 'rehearsal' })
    owner = await enrolled({ role: 'admin' })
    await demandTwoFactor(shop, owner.as)
    other = (await account({ role: 'admin' })).as
  })

  async function changeShop(shopChange: object) {
    await shop.changeSettings({ shop: shopChange }, owner.as)
  }

  it('find no order, payment or invoice of a customer, and leave them as they are', async () => {
    const { customer, order } = await anOpenOrder()
    const paid = await aPaidOrder()
    const { invoices } = (await shop.get(`/orders/current-user/${paid.order}`, paid.customer)).data
    const calls = [
      ['GET', `/orders/${order}`],
      ['PATCH', `/orders/${order}/cancel`],
      ['PATCH', `/orders/${paid.order}/update`, { status: 'shipped' }],
      ['GET', `/payments/${paid.payment}`],
      ['GET', `/invoices/${invoices[0]._id}`],
    ] as const

    for (const [method, path, body] of calls)
      expect([path, await shop.call(method, path, { as: other, body })]).toMatchObject([path, { status: 404 }])

    expect((await shop.get(`/orders/${order}`, customer)).data.status).toBe('pending')
    expect((await shop.get(`/orders/${paid.order}`, paid.customer)).data.status).toBe('processing')
    expect(await shop.get(`/orders/${order}`, owner.as)).toMatchObject({ status: 200 })
  })

  it('are told so by a closed shop, whose dashboard leads to the profile, and nothing else opens', async () => {
    await changeShop({ isOpen: false })

    const call = await shop.get('/products', other)
    const open = (url: string) => shop.app.inject({ url, headers: { cookie: other.cookie } })

    expect(call).toMatchObject({ status: 403, code: 'two_factor_demanded' })
    const { statusCode, headers } = await open('/dashboard/orders')
    expect([statusCode, headers.location]).toEqual([302, '/account/profile#security'])
    expect((await open('/account/profile')).statusCode).not.toBe(503)
    expect((await open('/sale')).statusCode).toBe(503)
    await changeShop({ isOpen: true })
  })
})

describe('a demo shop', () => {
  const shop = startShop({ TRUST_PROXY: 'on' })

  it('lets its staff in without, because anybody may be its admin', async () => {
    const admin = await shop.admin()
    await demandTwoFactor(shop, admin)

    expect(await shop.get('/orders', admin)).toMatchObject({ status: 200 })
  })
})
