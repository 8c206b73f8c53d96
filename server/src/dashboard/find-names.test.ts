import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { disputesOf } from '../payments/disputes-fixtures.ts'

const shop = startShop()
const { aDispute } = disputesOf(shop)
const name = { first_name: 'Zoë', last_name: 'Łukasz-Øberg' }

let admin: Person
let customer: string
beforeAll(async () => {
  const { order, admin: staff } = await aDispute()
  admin = staff
  const { user_id } = await shop.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  customer = user_id
  await shop.db.updateTable('users').set(name).where('id', '=', customer).execute()
  const address = await shop.db
    .selectFrom('orders')
    .select('shipping_address')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const shipping_address = JSON.stringify({
    ...address.shipping_address,
    name: { firstName: name.first_name, lastName: name.last_name },
  })
  await shop.db.updateTable('orders').set({ shipping_address }).where('id', '=', order).execute()
  const product = await shop.product({ name: 'Żółta sukienka' })
  const review = { title: 'Très agréable', rating: 5, comment: 'Elle est à la hauteur de la façon.' }
  await shop.post(`/products/${product.id}/reviews`, review, await shop.signIn(customer))
  await shop.media({ name: 'Kąpielówki' })
  await shop.call('PATCH', `/users/user/${customer}/status`, { body: { status: false }, as: admin })
})

const totalOf = async (list: string, keyword: string) =>
  (await shop.get(`${list}?keyword=${encodeURIComponent(keyword)}`, admin)).meta.total

describe('a keyword without accents', () => {
  it.each(
    ['/orders', '/users/customers', '/payments', '/disputes', '/reviews'].flatMap(list =>
      ['zoe', 'lukasz', 'oberg', 'ZOË Łukasz', 'Øberg zoe'].map(keyword => [list, keyword]),
    ),
  )('in the list %s finds a customer by %j', async (list, keyword) => {
    expect(await totalOf(list, keyword)).toBe(1)
    expect(await totalOf(list, `${keyword} elsewhere`)).toBe(0)
  })

  it.each([
    ['/reviews', 'tres agreable'],
    ['/reviews', 'zolta sukienka'],
    ['/media', 'kapielowki'],
  ])('in the list %s finds other texts by %j', async (list, keyword) => {
    expect(await totalOf(list, keyword)).toBe(1)
  })
})
