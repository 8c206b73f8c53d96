import { describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../../test/live-environment.ts'
import { startShop } from '../../../test/shop.ts'
import { twoFactor, twoFactorOf } from './two-factor-fixtures.ts'

const demand = async (shop: ReturnType<typeof startShop>, as: { id: string; cookie: string }) => {
  const { version } = (await shop.get('/settings', as)).data
  const body = { version, security: { staffTwoFactor: true } }
  expect(await shop.call('PATCH', '/settings', { as, body })).toMatchObject({ status: 200 })
}

describe('a shop that demands two-factor sign-in of its staff', () => {
  const shop = startShop({ ...live, TRUST_PROXY: 'on' })
  const { account, begin, enrolled } = twoFactorOf(shop)

  it('refuses staff without it everything but setting it up', async () => {
    const owner = await enrolled({ role: 'admin' })
    await demand(shop, owner.as)
    const other = await account({ role: 'admin' })

    const refusal = { status: 403, code: 'two_factor_demanded' }
    for (const path of ['/orders', '/settings', '/users/customers', '/audit'])
      expect([path, await shop.get(path, other.as)]).toMatchObject([path, refusal])
    expect(await shop.get('/users/current-user', other.as)).toMatchObject({ status: 200 })
    expect(await shop.get(twoFactor, other.as)).toMatchObject({ status: 200, data: { isEnabled: false } })
    expect(await begin(other.as)).toMatchObject({ status: 201 })
    expect(await shop.get('/orders', owner.as)).toMatchObject({ status: 200 })
  })

  it('asks customers for nothing', async () => {
    expect(await shop.get('/orders/current-user', await shop.customer())).toMatchObject({ status: 200 })
  })
})

describe('a demo shop', () => {
  const shop = startShop({ TRUST_PROXY: 'on' })

  it('lets its staff in without, because anybody may be its admin', async () => {
    const admin = await shop.admin()
    await demand(shop, admin)

    expect(await shop.get('/orders', admin)).toMatchObject({ status: 200 })
  })
})
