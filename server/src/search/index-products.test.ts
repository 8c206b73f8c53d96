import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()

it('products that are indexed at once by several callers block each other in no circle', async () => {
  const { id: category_id } = await shop.category()

  for (let round = 0; round < 40; round++) {
    const products = await Promise.all(Array.from({ length: 8 }, () => shop.product({ category_id })))
    expect(products).toHaveLength(8)
  }

  const unread = await shop.db.selectFrom('product_index').select('product_id').where('terms', 'is', null).execute()
  expect(unread).toEqual([])
})
