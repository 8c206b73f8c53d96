import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)

async function bought(...ids: string[]) {
  const lines = ids.map(product => ({ product, quantity: 1 }))
  const { data } = await buy(await shop.customer(), lines)
  await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', data._id).execute()
}

const companionsOf = async (id: string) =>
  (await shop.get(`/products/${id}/companions`)).data.map(({ _id }: { _id: string }) => _id)

it('what goes with a product is what was bought with it most often, then what its category has', async () => {
  const admin = await shop.admin()
  const { id: category_id } = await shop.category()
  const shirt = await shop.product({ category_id })
  const newest = await shop.product({ category_id })
  const [belt, watch, gone] = [await shop.product(), await shop.product(), await shop.product()]
  expect(await companionsOf(shirt.id)).toEqual([newest.id])
  await bought(shirt.id, watch.id, gone.id)
  await bought(shirt.id, belt.id, gone.id)
  await bought(shirt.id, watch.id, gone.id)
  await bought(newest.id, belt.id)

  await shop.call('PATCH', `/products/${gone.id}`, { as: admin, body: { key: 'isActive', value: false } })

  expect(await companionsOf(shirt.id)).toEqual([watch.id, belt.id])
  expect(await companionsOf(newest.id)).toEqual([belt.id, shirt.id])
})
