import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { buy, stockOf } = shoppersOf(shop)

describe('POST /quotes', () => {
  it('prices a cart for a visitor as its order will be, and takes no stock', async () => {
    const { id } = await shop.product({ price_cents: 10_000, stock: 3 })
    const products = [{ product: id, quantity: 2 }]

    const { status, data } = await shop.post('/quotes', { products, place: { country: 'India', state: 'Goa' } })

    expect([status, await stockOf(id)]).toEqual([200, 3])
    const placed = (await buy(await shop.customer(), products)).data
    const amounts = ['subTotal', 'savedAmount', 'shippingAmount', 'taxAmount', 'totalAmount', 'adjustments']
    for (const amount of amounts) expect(data[amount], amount).toEqual(placed[amount])
    expect(data.products).toMatchObject([{ product: id, variant: id, quantity: 2, available: 3, isActive: true }])
  })

  it('names what cannot be ordered any more, and leaves it out of the total', async () => {
    const { id } = await shop.product({ is_active: false })

    const { data } = await shop.post('/quotes', { products: [{ product: id, quantity: 1 }] })

    expect(data).toMatchObject({
      subTotal: 0,
      totalAmount: 0,
      products: [{ product: id, available: 0, isActive: false }],
    })
  })

  it('takes the country by its code and its tax from there', async () => {
    const { id } = await shop.product({ price_cents: 10_000 })
    await shop.changeSettings({
      money: { taxRates: [{ country: 'DE', state: null, name: 'USt.', percent: 19 }] },
      countries: { sold: ['IN', 'DE'] },
    })

    const { data } = await shop.post('/quotes', { products: [{ product: id, quantity: 1 }], place: { country: 'DE' } })

    expect(data.adjustments.at(-1)).toMatchObject({ label: 'Tax (19% USt.)', amount: 19, percent: 19, taxable: 100 })
  })
})
