import type { Settings } from '@mela/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { reviewersOf } from './reviews-fixtures.ts'

const shop = startShop()
const { review, edit, withdraw, reviewsOf, ratingOf, listedRatingOf } = reviewersOf(shop)
const admin = shop.anAdmin()
let productId: string
let author: Person

const setOrders = (orders: Partial<Settings['orders']>) => shop.changeSettings({ orders }, admin)

beforeEach(async () => {
  await setOrders({ reviewPolicy: 'at-once', reviewers: 'everyone' })
  productId = (await shop.product()).id
  author = await shop.customer()
})

const own = async () => (await shop.get(`/products/${productId}/reviews/current-user`, author)).data
const listed = async (query = '') => (await shop.get(`/reviews?size=100${query}`, admin)).data
const staffView = async (id: string) => (await listed()).find(({ _id }: { _id: string }) => _id === id)
async function approve(...ids: string[]) {
  const reviews = await Promise.all(ids.map(async _id => ({ _id, version: (await staffView(_id)).version })))
  return shop.post('/reviews/approve', { reviews }, admin)
}
const hide = (id: string, reason = 'It names a person.', as = admin) => shop.post(`/reviews/${id}/hide`, { reason }, as)
const submitted = async (as = author, given = {}) => (await review(productId, as, given)).data._id as string
const auditOf = async (id: string) => (await shop.get(`/audit?subject=review:${id}`, admin)).data

describe('reviews after approval', () => {
  beforeEach(() => setOrders({ reviewPolicy: 'approved' }))

  it('wait: only their author and staff see them, and no rating counts them', async () => {
    const answer = await review(productId, author)

    expect(answer).toMatchObject({ status: 201, message: 'Review submitted successfully!', data: { state: 'waiting' } })
    expect(await own()).toMatchObject({ _id: answer.data._id, state: 'waiting' })
    expect(await reviewsOf(productId)).toEqual([])
    const { data } = await shop.get(`/products/${productId}`)
    expect(data).toMatchObject({ reviews: [], rating: { average: 0, count: 0, stars: [0, 0, 0, 0, 0] } })
    expect(await listedRatingOf(productId)).toEqual({ average: 0, count: 0 })
    expect((await shop.get('/reviews/waiting', admin)).data.count).toBeGreaterThan(0)
    expect(await listed('&state=waiting')).toContainEqual(expect.objectContaining({ _id: answer.data._id }))
  })

  it('are shown and counted once approved, with a line in the audit log', async () => {
    const ids = [await submitted(author, { rating: 2 }), await submitted(await shop.customer(), { rating: 4 })]

    expect(await approve(...ids)).toMatchObject({ status: 200, message: '2 reviews approved.', data: { changed: [] } })

    expect(await ratingOf(productId)).toMatchObject({ average: 3, count: 2 })
    expect(await listedRatingOf(productId)).toEqual({ average: 3, count: 2 })
    expect(await own()).not.toHaveProperty('state')
    expect(await auditOf(ids[0] ?? '')).toMatchObject([
      { action: 'review.approved', before: { state: 'waiting' }, after: { state: 'shown' } },
    ])
  })

  it('wait again once edited, and an approval of the words before does not show them', async () => {
    const id = await submitted()
    await approve(id)
    const { version } = await staffView(id)
    expect((await edit(productId, id, { rating: 1 }, author)).data).toMatchObject({ rating: 1, state: 'waiting' })
    expect(await ratingOf(productId)).toMatchObject({ count: 0 })

    const answer = await shop.post('/reviews/approve', { reviews: [{ _id: id, version }] }, admin)

    expect(answer).toMatchObject({ data: { approved: [], changed: [id] } })
    expect(answer.message).toBe('Nothing was approved. 1 review changed meanwhile: please read again.')
    expect(await reviewsOf(productId)).toEqual([])
  })
})

describe('a hidden review', () => {
  it('is seen by its author alone, with the reason, and counts in no rating', async () => {
    const id = await submitted()
    await submitted(await shop.customer(), { rating: 1 })

    expect(await hide(id)).toMatchObject({ status: 200, data: { state: 'hidden', reason: 'It names a person.' } })

    expect(await own()).toMatchObject({ state: 'hidden', reason: 'It names a person.' })
    expect((await reviewsOf(productId)).map(({ _id }) => _id)).not.toContain(id)
    expect(await ratingOf(productId)).toEqual({ average: 1, count: 1, stars: [1, 0, 0, 0, 0] })
    expect(await auditOf(id)).toMatchObject([{ action: 'review.hidden', after: { reason: 'It names a person.' } }])
  })

  it('waits for approval once edited, or once its author has deleted it and written another', async () => {
    const id = await submitted()
    await hide(id)
    expect((await edit(productId, id, { rating: 4 }, author)).data).toMatchObject({ state: 'waiting' })
    await withdraw(productId, author)

    const again = await review(productId, author)

    expect(again.data).toMatchObject({ state: 'waiting' })
    await approve(again.data._id)
    await withdraw(productId, author)
    expect((await review(productId, author)).data).not.toHaveProperty('state')
  })

  it('needs a reason, a review, and an admin', async () => {
    const id = await submitted()

    expect(await hide(id, ' ')).toMatchObject({ status: 400, errors: { reason: 'This is required.' } })
    expect(await hide(newId())).toMatchObject({ status: 404, message: 'Review not found.' })
    expect(await hide(id, 'Mine.', author)).toMatchObject({ status: 403 })
  })
})

describe('the reply of the shop', () => {
  it('stands below the review for everybody, is changed and deleted, and is in the log', async () => {
    const id = await submitted()
    const reply = (text: string) => shop.call('PUT', `/reviews/${id}/reply`, { body: { reply: text }, as: admin })
    await shop.get(`/products/${productId}`)

    expect(await reply('Thank you, Asha.')).toMatchObject({
      status: 200,
      data: { reply: { text: 'Thank you, Asha.' } },
    })
    const { data } = await shop.get(`/products/${productId}`)
    expect(data.reviews).toMatchObject([
      { _id: id, reply: { text: 'Thank you, Asha.', createdAt: expect.any(String) } },
    ])
    await reply('Thank you.')
    expect(await reviewsOf(productId)).toMatchObject([{ reply: { text: 'Thank you.' } }])
    await shop.call('DELETE', `/reviews/${id}/reply`, { as: admin })

    expect((await reviewsOf(productId))[0]).not.toHaveProperty('reply')
    const actions = (await auditOf(id)).map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['review.reply_deleted', 'review.replied', 'review.replied'])
  })

  it('is refused below words that staff have not read', async () => {
    const id = await submitted()
    const { version } = await staffView(id)
    await edit(productId, id, { title: 'It fell apart at once' }, author)
    const body = { reply: 'Thank you, Asha.', version }

    expect(await shop.call('PUT', `/reviews/${id}/reply`, { body, as: admin })).toMatchObject({
      ...{ status: 409, message: 'This review was changed meanwhile. Please read it again.' },
    })
    expect((await reviewsOf(productId))[0]).not.toHaveProperty('reply')
  })

  it('is not shown below a review that was changed after it, and staff are told, until it is saved again', async () => {
    const id = await submitted()
    const reply = () => shop.call('PUT', `/reviews/${id}/reply`, { body: { reply: 'Thank you, Asha.' }, as: admin })
    const waiting = async () => (await shop.get('/reviews/waiting', admin)).data.count
    await reply()
    const before = await waiting()
    await edit(productId, id, { rating: 5 }, author)
    await edit(productId, id, { title: 'It fell apart at once' }, author)

    const { data: product } = await shop.get(`/products/${productId}`)
    for (const shown of [...(await reviewsOf(productId)), ...product.reviews, await own()])
      expect(shown).not.toHaveProperty('reply')
    expect(await listed('&state=waiting')).toContainEqual(
      expect.objectContaining({ _id: id, state: 'shown', isReplyHeld: true, reply: expect.any(Object) }),
    )
    expect(await waiting()).toBe(before + 1)

    await hide(id)
    expect(await listed('&state=waiting')).not.toContainEqual(expect.objectContaining({ _id: id }))
    await approve(id)
    expect(await waiting()).toBe(before + 1)

    expect(await reply()).toMatchObject({ status: 200, data: { isReplyHeld: false } })
    expect(await reviewsOf(productId)).toMatchObject([{ reply: { text: 'Thank you, Asha.' } }])
    await edit(productId, id, { title: 'It fell apart at once' }, author)
    expect(await reviewsOf(productId)).toMatchObject([{ reply: { text: 'Thank you, Asha.' } }])
    expect(await waiting()).toBe(before)
  })
})

describe('reviews by buyers alone', () => {
  it('are refused without a paid order of the product', async () => {
    await setOrders({ reviewers: 'buyers' })

    expect((await shop.get(`/products/${productId}/reviews/terms`, author)).data).toEqual({
      ...{ mayReview: false, isApproved: false },
    })
    expect(await review(productId, author)).toMatchObject({
      status: 403,
      message: 'Only customers who have bought this product can review it.',
    })
    const body = { products: [{ product: productId, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { data } = await shop.post('/orders', body, author)
    await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', data._id).execute()

    expect((await shop.get(`/products/${productId}/reviews/terms`, author)).data.mayReview).toBe(true)
    expect(await review(productId, author)).toMatchObject({ status: 201 })
  })
})

describe('two admins and the author at once', () => {
  it('leave the rating of what is shown', async () => {
    const second = await shop.admin()
    await setOrders({ reviewPolicy: 'approved' })
    const others = await Promise.all(Array.from({ length: 6 }, async () => ({ as: await shop.customer() })))
    const ids = await Promise.all(others.map(({ as }, i) => submitted(as, { rating: (i % 5) + 1 })))
    const seen = ids.map(_id => ({ _id, version: 1 }))

    await Promise.all([
      shop.post('/reviews/approve', { reviews: seen }, admin),
      shop.post('/reviews/approve', { reviews: seen.toReversed() }, second),
      ...ids.slice(0, 3).map(id => hide(id, 'Spam.', second)),
      ...ids.slice(1, 3).map((id, i) => edit(productId, id, { rating: 5 }, others[i + 1]?.as)),
      withdraw(productId, others[3]?.as),
      withdraw(productId, others[0]?.as),
      shop.call('DELETE', `/users/${others[4]?.as.id}/reviews`, { as: admin }),
    ]).then(answers => expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([]))

    const shown = (await listed('&state=shown')).filter(
      ({ product }: { product: { _id: string } }) => product._id === productId,
    )
    const { count, average } = await ratingOf(productId)
    expect(await listedRatingOf(productId)).toEqual({ count, average: expect.closeTo(average, 4) })
    expect(count).toBe(shown.length)
    const sum = shown.reduce((sum: number, { rating }: { rating: number }) => sum + rating, 0)
    expect(average * count).toBeCloseTo(sum)
  })
})
