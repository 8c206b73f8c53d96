import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'

describe('GET /dashboard/find', () => {
  const shop = startShop()
  const { anOrder } = buyersOf(shop)
  const find = async (keyword: string) =>
    (await shop.get(`/dashboard/find?keyword=${keyword}`, await shop.admin())).data

  it('finds active and inactive products, orders, and customers', async () => {
    const shown = await shop.product({ name: 'Zephyr kurta', on_sale: true, sale_price_cents: 8000 })
    const hidden = await shop.product({ name: 'Zephyr shirt', is_active: false })
    const customer = await shop.customer({ first_name: 'Zephyr', email: 'zephyr@example.com' })
    const order = await anOrder(customer)

    const { products, orders, customers } = await find('zephyr')

    expect(products).toMatchObject([
      { _id: shown.id, name: 'Zephyr kurta', price: 100, onSale: true, salePrice: 80 },
      { _id: hidden.id },
    ])
    expect(orders).toMatchObject([{ _id: order, customer: 'Asha Rao', total: 198, status: 'pending' }])
    expect(customers).toMatchObject([{ _id: customer.id, email: 'zephyr@example.com' }])
  })

  it('finds an order by its id, and at most five of each kind', async () => {
    const customer = await shop.customer({ first_name: 'Quillon' })
    const order = await anOrder(customer)
    for (let n = 0; n < 6; n++) await shop.product({ name: `Quillon ${n} scarf` })

    expect((await find(order)).orders).toMatchObject([{ _id: order }])
    expect((await find('quillon')).products).toHaveLength(5)
  })

  it('finds a discount by its name and by its code', async () => {
    const { data } = await discountsOf(shop, await shop.admin()).add({ name: 'Monsoon week', code: 'RAIN-12' })

    for (const keyword of ['monsoon', 'rain12'])
      expect((await find(keyword)).discounts).toMatchObject([{ _id: data._id, code: 'RAIN-12', state: 'active' }])
  })

  it('finds nothing for an empty keyword', async () => {
    expect(await find('')).toEqual({ products: [], orders: [], customers: [], discounts: [] })
    expect(await find('%20%20')).toEqual({ products: [], orders: [], customers: [], discounts: [] })
  })
})
