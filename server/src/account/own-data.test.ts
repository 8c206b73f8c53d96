import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { record } from '../audit/audit.repository.ts'
import { knowDevice } from '../auth/known-devices.repository.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { reviewersOf } from '../reviews/reviews-fixtures.ts'

const shop = startShop()
const { anOrder, pay } = buyersOf(shop)

it('T326 GET /users/current-user/data is everything that the shop knows of somebody, and of nobody else', async () => {
  const [asha, other] = [await shop.customer({ email: 'asha@example.com' }), await shop.customer()]
  const product = await shop.product()
  for (const person of [asha, other]) {
    await knowDevice(shop.db, person.id, [])
    await shop.post('/users/current-user/addresses', shop.anAddress(), person)
    await pay(person, await anOrder(person))
    await shop.post(`/products/${product.id}/reviews`, reviewersOf(shop).aReview(), person)
    await record(shop.db, { actor: person.id, action: 'password.changed', subject: `user:${person.id}` })
  }

  const { headers, data, success } = await shop.get('/users/current-user/data', asha)

  expect(success).toBe(true)
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  expect(data).toMatchObject({
    profile: {
      _id: asha.id,
      email: 'asha@example.com',
      createdAt: expect.stringMatching(/Z$/),
      emailConfirmedAt: null,
      twoFactorSince: null,
    },
    addresses: [{ city: 'Mumbai' }],
    orders: [{ user: asha.id, status: 'processing', products: [{ quantity: 1 }] }],
    payments: [{ user: asha.id, status: 'completed' }],
    reviews: [{ product: product.id, productName: product.name }],
    sessions: [{ userAgent: '', lastUsedAt: expect.stringMatching(/Z$/) }],
    knownDevices: [{ createdAt: expect.stringMatching(/Z$/), lastUsedAt: expect.stringMatching(/Z$/) }],
    events: [{ action: 'password.changed' }],
  })
  const text = JSON.stringify(data)
  expect(text).not.toContain(other.id)
  expect(text).not.toMatch(/token|password_hash|hash/i)
})
