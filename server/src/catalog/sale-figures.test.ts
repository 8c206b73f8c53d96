import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()

describe('GET /products/sale-figures', () => {
  it('answers the highest discount percent of active products on sale, and 0 without one', async () => {
    const figures = async () => (await shop.get('/products/sale-figures')).data
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 0 })
    expect(await figures()).toEqual({ highestPercent: 0 })

    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 7_250 })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 9_000 })
    await shop.product({ price_cents: 10_000, on_sale: false, sale_price_cents: 4_000 })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 5_000, is_active: false })
    await shop.product({ price_cents: 10_000, on_sale: true, sale_price_cents: 1_000, deleted_at: new Date() })
    expect(await figures()).toEqual({ highestPercent: 28 })
  })
})
