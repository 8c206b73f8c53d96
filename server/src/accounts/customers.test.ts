import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { insertSession } from '../people/sessions.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'

const shop = startShop()
const { anOrder, pay } = buyersOf(shop)
const { ratingOf, review } = reviewersOf(shop)

describe('GET /users/:id/overview', () => {
  it("shows a customer's orders, spending, addresses and devices", async () => {
    const customer = await shop.customer()
    const paid = await anOrder(customer)
    await pay(customer, paid)
    await anOrder(customer)
    await shop.post('/users/current-user/addresses', shop.anAddress({ city: 'Pune' }), customer)
    await insertSession(shop.db, customer.id, 'Mozilla/5.0 (iPhone) Safari/605')

    const { data } = await shop.get(`/users/${customer.id}/overview`, await shop.admin())

    const { totalAmount } = (await shop.get(`/orders/current-user/${paid}`, customer)).data
    expect(data).toMatchObject({ leftAt: null, isEmailConfirmed: false, hasTwoFactor: false, orders: 2 })
    expect(data.spent).toBe(totalAmount)
    expect(data.addresses).toMatchObject([{ city: 'Pune' }])
    expect(data.sessions).toHaveLength(2)
    expect(data.sessions[0]).toEqual({
      _id: expect.any(String),
      device: 'Safari on iPhone',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
  })
})

describe('GET /users/:id/orders', () => {
  it('lists the orders of one customer, newest first, in pages', async () => {
    const customer = await shop.customer()
    const [older, newer] = [await anOrder(customer), await anOrder(customer)]
    await anOrder(await shop.customer())

    const { data, meta } = await shop.get(`/users/${customer.id}/orders?size=1&page=2`, await shop.admin())

    expect(data).toMatchObject([{ _id: older, status: 'pending' }])
    expect(meta).toEqual({ page: 2, size: 1, pageCount: 2, total: 2 })
    expect(newer).not.toBe(older)
  })
})

describe('DELETE /users/:id/reviews', () => {
  const reviewsOf = async (user: string, admin: Person) =>
    (await shop.get(`/users/${user}/overview`, admin)).data.reviews
  const deleteReviews = (user: string, as: Person) => shop.call('DELETE', `/users/${user}/reviews`, { as })

  it("deletes all reviews of an account and no other's, and ratings follow", async () => {
    const [admin, rude, kind] = [await shop.admin(), await shop.customer(), await shop.customer()]
    const products = [await shop.product(), await shop.product()]
    for (const { id } of products) await review(id, rude, { rating: 1 })
    await review(products[0]?.id ?? '', kind, { rating: 4 })
    expect(await reviewsOf(rude.id, admin)).toBe(2)

    expect(await deleteReviews(rude.id, admin)).toMatchObject({ status: 200, message: '2 reviews deleted.' })

    expect(await reviewsOf(rude.id, admin)).toBe(0)
    expect(await ratingOf(products[0]?.id ?? '')).toMatchObject({ average: 4, count: 1 })
    expect(await ratingOf(products[1]?.id ?? '')).toMatchObject({ average: 0, count: 0 })
  })
})

describe('DELETE /users/:id/sessions', () => {
  const isIn = async (person: { id: string; cookie: string }) =>
    (await shop.get('/users/current-user', person)).status === 200

  it('ends one session of a customer, or all, and records the admin', async () => {
    const admin = await shop.admin()
    const customer = await shop.customer()
    const [second, third] = [await shop.signIn(customer.id), await shop.signIn(customer.id)]
    const { sessions } = (await shop.get(`/users/${customer.id}/overview`, admin)).data
    const end = (session = '') => shop.call('DELETE', `/users/${customer.id}/sessions${session}`, { as: admin })

    expect(await end(`/${sessions[0]._id}`)).toMatchObject({ status: 200, message: 'Signed out of this device.' })
    expect([await isIn(customer), await isIn(second), await isIn(third)]).toEqual([true, true, false])
    expect(await end(`/${sessions[0]._id}`)).toMatchObject({ status: 404, message: 'Session not found.' })
    expect(await end()).toMatchObject({ status: 200, message: 'Signed out everywhere.' })
    expect([await isIn(customer), await isIn(second)]).toEqual([false, false])
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 9, keyword: '', subject: `user:${customer.id}` })
    expect(rows).toMatchObject([
      { action: 'session.revoked', actor: { _id: admin.id }, after: { sessions: 2 } },
      { action: 'session.revoked', actor: { _id: admin.id }, after: { sessions: 1 } },
    ])
  })
})
