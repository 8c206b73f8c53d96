import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { openInstance as instanceOf } from './pages-fixtures.ts'

const shop = startShop()
const { aReview, review } = reviewersOf(shop)

async function openInstance() {
  const instance = await instanceOf(shop)
  async function page(path: string) {
    const { statusCode, body } = await instance.app.inject(path)
    return { status: statusCode, ...JSON.parse(body) }
  }
  return { ...instance, page }
}

type Instance = Awaited<ReturnType<typeof openInstance>>

const edit = (app: FastifyInstance, { product, reviewed, cookie }: Reviewed, rating: number) =>
  app.inject({
    method: 'PUT',
    url: `/api/products/${product}/reviews/${reviewed}`,
    headers: { cookie },
    payload: { rating },
  })

type Reviewed = Awaited<ReturnType<typeof aReviewedProduct>>

/** A product with one review of five stars. */
async function aReviewedProduct() {
  const { id } = await shop.product()
  const customer = await shop.customer()
  const { data } = await review(id, customer, aReview({ rating: 5 }))
  return { product: id, reviewed: data._id, cookie: customer.cookie }
}

describe('two instances of the shop', () => {
  let one: Instance
  let other: Instance

  beforeAll(async () => {
    one = await openInstance()
    other = await openInstance()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  it('B102 show a changed review on the page of its product: the instance that saved it at the next request', async () => {
    const reviewed = await aReviewedProduct()
    const path = `/product/${reviewed.product}`
    for (const instance of [one, other]) expect((await instance.page(path)).data.rating.average).toBe(5)

    await edit(one.app, reviewed, 3)

    expect((await one.page(path)).data.rating.average).toBe(3)
    await vi.waitFor(async () => expect((await other.page(path)).data.rating.average).toBe(3))
  })
})

describe('pages under concurrent requests', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance()
  })
  afterAll(async () => instance.close())

  it("are refused beyond the queue's limit, with 503 and a page that says so; cached ones are still answered", async () => {
    const { id } = await shop.product()
    await instance.page(`/product/${id}`)
    const { promise, resolve } = Promise.withResolvers<void>()
    const open = instance.render.getMockImplementation()
    instance.render.mockImplementation(async () => {
      await promise
      return { status: 200, html: 'late', isWhole: true }
    })
    const flood = Array.from({ length: 208 }, (_, n) => instance.app.inject(`/search?page=${n + 1}`))
    await vi.waitFor(() => expect(instance.render.mock.calls.length).toBeGreaterThanOrEqual(8))

    const [refused, kept] = await Promise.all([instance.app.inject('/sale'), instance.app.inject(`/product/${id}`)])

    expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
    expect(refused.body).toContain('The shop is very busy')
    expect(kept.statusCode).toBe(200)
    resolve()
    expect((await Promise.all(flood)).every(({ statusCode }) => statusCode === 200)).toBe(true)
    if (open) instance.render.mockImplementation(open)
    expect((await instance.app.inject(`/search?keyword=${id}`)).statusCode).toBe(200)
  })
})
