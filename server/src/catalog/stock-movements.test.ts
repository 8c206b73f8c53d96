import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)
const { buy, cancel } = shoppersOf(shop)

it('lists what changed the stock of each variant, newest first, and of one alone', async () => {
  const [admin, customer] = [await shop.admin(), await shop.customer()]
  const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
  const variants = [
    { options: { Size: 'S' }, stock: 2 },
    { options: { Size: 'M' }, stock: 3 },
  ]
  const { data } = await shop.post('/products', { ...(await aProduct({ stock: 5 })), options, variants }, admin)
  const [S, M] = data.variants
  const order = (await buy(customer, [{ product: data._id, variant: M._id, quantity: 2 }])).data._id
  await cancel(order, customer)
  await put(data._id, { variants: [{ _id: S._id, stock: 6 }, { _id: M._id }] }, admin)
  const movements = (query = '') => shop.get(`/products/${data._id}/stock-movements${query}`, admin)

  const all = await movements()
  const ofM = await movements(`?variant=${M._id}&size=2&page=2`)

  const size = (Size: string) => ({ options: { Size }, isDeleted: false })
  const name = { firstName: 'Asha', lastName: 'Rao' }
  expect(all.data).toMatchObject([
    { variant: size('S'), delta: 4, reason: 'edit', order: null, actor: { _id: admin.id, name } },
    { variant: size('M'), delta: 2, reason: 'release', order, actor: null },
    { variant: size('M'), delta: -2, reason: 'order', order },
    { delta: expect.any(Number), reason: 'opening' },
    { delta: expect.any(Number), reason: 'opening' },
  ])
  expect(ofM.data).toMatchObject([{ variant: { _id: M._id }, delta: 3, reason: 'opening' }])
  expect(ofM.meta).toMatchObject({ total: 3, pageCount: 2 })
})

it('keeps the values of variants that were deleted with their options', async () => {
  const [admin, options] = [await shop.admin(), [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]]
  const variants = options[0]?.values.map(({ name }) => ({ options: { Size: name }, stock: 1 }))
  const { data } = await shop.post('/products', { ...(await aProduct({ stock: 2 })), options, variants }, admin)
  await put(data._id, { options: [], variants: [] }, admin)

  const { data: movements } = await shop.get(
    `/products/${data._id}/stock-movements?variant=${data.variants[1]._id}`,
    admin,
  )

  expect(movements).toMatchObject([{ delta: 1, variant: { options: { 'Option 1': 'M' }, isDeleted: true } }])
})
