import { describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { reviewersOf } from './reviews-fixtures.ts'

const shop = startShop()
const { aReview, review, reviewsOf, ratingOf, listedRatingOf } = reviewersOf(shop)

describe('POST /products/:productId/reviews', () => {
  it('T385 T317 accepts a review, answers it and lists it first', async () => {
    const { id } = await shop.product()
    await review(id, await shop.customer(), { title: 'The earlier of the two' })

    const answer = await review(id, await shop.customer({ first_name: 'Neha', last_name: 'Kulkarni' }), { rating: 4 })

    expect(answer).toMatchObject({
      status: 201,
      success: true,
      message: 'Review submitted successfully!',
      data: {
        ...aReview({ rating: 4 }),
        user: { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url: null } },
      },
    })
    expect((await reviewsOf(id)).map(({ _id }) => _id)[0]).toBe(answer.data._id)
  })

  it("B101 updates the product's rating, on its page and in lists", async () => {
    const { id } = await shop.product()
    for (const rating of [5, 5, 4]) await review(id, await shop.customer(), { rating })

    expect(await ratingOf(id)).toEqual({ average: 14 / 3, count: 3, stars: [0, 0, 0, 1, 2] })
    expect(await listedRatingOf(id)).toEqual({ average: expect.closeTo(14 / 3, 4), count: 3 })
  })

  it('B98 answers 401 to visitors, whatever was sent', async () => {
    const { id } = await shop.product()

    expect(await review(id)).toMatchObject({ status: 401, message: 'Please login to continue.' })
    expect(await shop.post(`/products/${id}/reviews`, {})).toMatchObject({ status: 401 })
  })

  it('B98 accepts one of two reviews that arrive at once', async () => {
    const { id } = await shop.product()
    const customer = await shop.customer()

    const answers = await Promise.all(Array.from({ length: 5 }, () => review(id, customer)))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await ratingOf(id)).toMatchObject({ count: 1 })
  })

  it('B101 counts every rating when many arrive at once', async () => {
    const { id } = await shop.product()
    const customers = await Promise.all(Array.from({ length: 12 }, () => shop.customer()))

    await Promise.all(customers.map((customer, i) => review(id, customer, { rating: 1 + (i % 5) })))

    expect(await listedRatingOf(id)).toEqual({ average: expect.closeTo(33 / 12, 4), count: 12 })
  })

  it('B98 refuses inactive, deleted and unknown products, for every role', async () => {
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date() })

    for (const person of [await shop.customer(), await shop.admin()]) {
      expect(await review(hidden.id, person)).toMatchObject({ status: 404, message: 'Product is not available.' })
      expect(await review(deleted.id, person)).toMatchObject({ status: 404, message: 'Product not found.' })
      expect(await review(newId(), person)).toMatchObject({ status: 404, message: 'Product not found.' })
    }
  })

  it.each([
    ['T313', { title: 'a'.repeat(9) }, 'title', 'Title is not valid.'],
    ['T314', { comment: 'a'.repeat(19) }, 'comment', 'Comment is not valid.'],
    ['T315', { rating: 0 }, 'rating', 'This must be a number between 1 and 5.'],
    ['T315', { rating: 6 }, 'rating', 'This must be a number between 1 and 5.'],
    ['T315', { rating: 'x' }, 'rating', 'This must be a number.'],
    ['B101', { rating: 4.5 }, 'rating', 'This must be a number between 1 and 5.'],
    ['B126', { title: 'a'.repeat(121) }, 'title', 'This must be 120 character(s) or less.'],
    ['B126', { comment: 'a'.repeat(2001) }, 'comment', 'This must be 2000 character(s) or less.'],
  ])('T313 T314 T315 B101 B126 refuses %s: %o', async (_, given, field, text) => {
    const { id } = await shop.product()

    const answer = await review(id, await shop.customer(), given)

    expect(answer).toMatchObject({ status: 400, success: false })
    expect(answer.message).toContain(text)
    expect(answer.errors).toEqual({ [field]: answer.message })
    expect(await reviewsOf(id)).toEqual([])
  })

  it('T313 T314 B126 accepts titles of 10 to 120 and comments of 20 to 2000 characters', async () => {
    const { id } = await shop.product()
    const shortest = { title: 'a'.repeat(10), comment: 'b'.repeat(20), rating: '1' }
    const longest = { title: 'a'.repeat(120), comment: 'b'.repeat(2000) }

    expect(await review(id, await shop.customer(), shortest)).toMatchObject({ status: 201, data: { rating: 1 } })
    expect(await review(id, await shop.customer(), longest)).toMatchObject({ status: 201 })
  })

  it.each([
    ['nothing', {}, ['title', 'rating', 'comment']],
    ['no title', { rating: 5, comment: 'Washed five times and it has not faded.' }, ['title']],
    ['an empty comment', { title: 'Sits well on the shoulders', rating: 5, comment: '  ' }, ['comment']],
    ['no rating', { title: 'Short', rating: null, comment: 'Washed five times, not faded.' }, ['title', 'rating']],
  ])(
    'T316 B122 names missing fields in one sentence, and each field its own error, when it gets %s',
    async (_, body, fields) => {
      const { id } = await shop.product()

      const answer = await shop.post(`/products/${id}/reviews`, body, await shop.customer())

      expect(answer).toMatchObject({ status: 400, message: 'Some required fields are missing.' })
      expect(Object.keys(answer.errors).sort()).toEqual([...fields].sort())
    },
  )

  it('B103 stores markup and line breaks as text', async () => {
    const { id } = await shop.product()
    const words = { title: '<b>Bold</b> claims & more', comment: '<img src=x onerror=alert(1)>\nand a second line' }

    await review(id, await shop.customer(), words)

    expect(await reviewsOf(id)).toMatchObject([words])
  })
})

describe('a reviewer counts as a buyer', () => {
  /** A review by a customer whose order of the product has this status. */
  async function reviewWithOrder(
    status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled' | 'refunded',
  ) {
    const { id } = await shop.product()
    const customer = await shop.customer()
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { data } = await shop.post('/orders', body, customer)
    await shop.db.updateTable('orders').set({ status }).where('id', '=', data._id).execute()
    return { productId: id, answer: await review(id, customer) }
  }

  it.each([
    ['pending', false],
    ['processing', true],
    ['shipped', true],
    ['delivered', true],
    ['cancelled', false],
    ['refunded', false],
  ] as const)('C13 with an order that is %s: %s', async (status, verified) => {
    const { productId, answer } = await reviewWithOrder(status)

    expect(answer.data.verified).toBe(verified)
    expect(await reviewsOf(productId)).toMatchObject([{ verified }])
  })

  it('C13 with the payment of an order, and the page of the product is invalidated', async () => {
    const buyers = buyersOf(shop)
    const { customer, order } = await buyers.anOpenOrder()
    const [{ product }] = (await buyers.orderOf(customer, order)).products
    await review(product._id, customer)
    const received = vi.fn()
    const stop = onChange(received)

    await buyers.pay(customer, order)
    stop()

    expect(received).toHaveBeenCalledWith([`reviews:${product._id}`])
    expect(await reviewsOf(product._id)).toMatchObject([{ verified: true }])
  })

  it('C13 with the order of one of its sizes, also once that is not sold any more', async () => {
    const { id } = await shop.product({ stock: 0 })
    const { M } = await shop.sizes(id, { S: 1, M: 1 })
    const customer = await shop.customer()
    const body = { products: [{ product: id, variant: M, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { data } = await shop.post('/orders', body, customer)
    await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', data._id).execute()
    await shop.db.updateTable('variants').set({ deleted_at: new Date() }).where('id', '=', M).execute()

    expect((await review(id, customer)).data.verified).toBe(true)
    expect((await shop.get(`/products/${id}`)).data).toMatchObject({
      rating: { count: 1 },
      reviews: [{ verified: true }],
    })
  })
})
