import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'
import { staffOf } from '../products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)

it('a product with a text that is one word without an end is saved, and found by its other words', async () => {
  const word = `zari${newId()}`
  const endless = [...randomBytes(4000)].map(byte => String.fromCharCode(97 + (byte % 26))).join('')

  const { id } = await shop.product({ name: `Scarf ${word}`, description: `Fine ${endless}` })

  const { data } = await shop.get(`/products?keyword=${word}`)
  expect(data).toMatchObject([{ _id: id }])
})

it('products that are indexed at once by several callers block each other in no circle', async () => {
  const { id: category_id } = await shop.category()

  for (let round = 0; round < 40; round++) {
    const products = await Promise.all(Array.from({ length: 8 }, () => shop.product({ category_id })))
    expect(products).toHaveLength(8)
  }

  const unread = await shop.db.selectFrom('product_index').select('product_id').where('terms', 'is', null).execute()
  expect(unread).toEqual([])
})

it('a product is found by its vendor as soon as that changes', async () => {
  const admin = await shop.admin()
  const found = async (word: string) => (await shop.get(`/products?keyword=${word}`)).data.length
  const { data } = await shop.post('/products', await aProduct({ vendor: 'Chandrakala Looms' }), admin)

  expect(await found('chandrakala')).toBe(1)
  await put(data._id, { vendor: 'Suryamukhi Looms' }, admin)

  expect([await found('chandrakala'), await found('suryamukhi')]).toEqual([0, 1])
})
