import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { disputesOf } from '../payments/disputes-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { knowDevice } from '../people/known-devices.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'

const shop = startShop({ TRUST_PROXY: 'on' })
const { anOrder, pay } = buyersOf(shop)
const { aDispute } = disputesOf(shop)

it('T326 GET /users/current-user/data holds everything stored about the account, and nothing of other accounts', async () => {
  const [asha, other] = [await shop.customer({ email: 'asha@example.com' }), await shop.customer()]
  const product = await shop.product()
  for (const person of [asha, other]) {
    await knowDevice(shop.db, person.id, [])
    await shop.post('/users/current-user/addresses', shop.anAddress(), person)
    await pay(person, await anOrder(person))
    await shop.post(`/products/${product.id}/reviews`, reviewersOf(shop).aReview(), person)
    const line = { product: product.id, variant: product.id, quantity: 2 }
    await shop.call('PUT', '/cart', { body: { lines: [line], giftText: 'For you', version: 0 }, as: person })
    await recordAudit(shop.db, { actor: person.id, action: 'password.changed', subject: `user:${person.id}` })
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
    cart: { lines: [{ product: product.id, quantity: 2 }], note: '', giftText: 'For you' },
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

it('T326 holds the previous address of an undoable change, and answers to disputes without their author', async () => {
  const { customer, order, dispute, admin } = await aDispute()
  const { data: before } = await shop.get('/users/current-user', customer)
  const evidence = { carrier: 'India Post', trackingNumber: 'EE123456789IN', note: 'Left at the door.' }
  await shop.post(`/disputes/${dispute._id}/evidence`, evidence, admin)
  await shop.call('PATCH', '/users/current-user', { body: { email: 'moved@example.com' }, as: customer })

  const { data } = await shop.get('/users/current-user/data', customer)
  const { data: other } = await shop.get('/users/current-user/data', await shop.customer())

  const { note: text, ...parcel } = evidence
  expect(data.formerEmails).toEqual([{ email: before.email, keptUntil: expect.stringMatching(/Z$/) }])
  expect(data.disputeAnswers).toEqual([
    {
      order,
      action: 'provide-evidence',
      state: 'sent',
      refusal: null,
      text,
      ...parcel,
      files: [],
      at: expect.any(String),
    },
  ])
  expect(JSON.stringify(data)).not.toContain(admin.id)
  expect([other.formerEmails, other.disputeAnswers]).toEqual([[], []])
})

it('is one consistent snapshot, and another one of the account or the network address is refused meanwhile', async () => {
  const customer = await shop.customer()
  const download = (as: Person, address: string) =>
    shop.call('GET', '/users/current-user/data', { as, headers: { 'x-forwarded-for': address } })

  const underWay = await shop.db.transaction().execute(async db => {
    await sql`lock table payments in access exclusive mode`.execute(db)
    const answer = download(customer, '203.0.113.21')
    await untilWaiting(shop.db, 1)
    const refused = [await download(customer, '203.0.113.22'), await download(await shop.customer(), '203.0.113.21')]
    await sql`delete from sessions where user_id = ${customer.id}`.execute(db)
    return { answer, refused }
  })

  expect((await underWay.answer).data.sessions).toHaveLength(1)
  for (const refused of underWay.refused)
    expect(refused).toMatchObject({ status: 429, success: false, headers: { 'retry-after': '10' } })
})
