import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { reviewersOf } from './reviews-fixtures.ts'

const shop = startShop()
const { aReview, review, edit, withdraw, remove, reviewsOf, ratingOf, listedRatingOf } = reviewersOf(shop)

/** A product that two customers have reviewed. */
async function reviewedByTwo() {
  const { id } = await shop.product()
  const [asha, neha] = [await shop.customer(), await shop.customer()]
  const ashas = (await review(id, asha, { rating: 5 })).data._id as string
  const nehas = (await review(id, neha, { rating: 2 })).data._id as string
  return { id, asha, neha, ashas, nehas }
}

const idsOf = async (productId: string) => (await reviewsOf(productId)).map(({ _id }) => _id)

describe('PUT /products/:productId/reviews/:reviewId', () => {
  it('T387 B100 replaces what was sent and keeps the rest', async () => {
    const { id, asha, ashas } = await reviewedByTwo()

    const answer = await edit(id, ashas, { rating: 3, title: 'After a year of wearing' }, asha)

    const expected = { _id: ashas, ...aReview({ rating: 3, title: 'After a year of wearing' }) }
    expect(answer).toMatchObject({ status: 200, message: 'Review updated successfully.', data: expected })
    expect(await reviewsOf(id)).toContainEqual(answer.data)
    expect(await ratingOf(id)).toMatchObject({ average: 2.5, stars: [0, 1, 1, 0, 0] })
    expect(await listedRatingOf(id)).toEqual({ average: 2.5, count: 2 })
    expect(await edit(id, ashas, {}, asha)).toMatchObject({ status: 200, data: expected })
  })

  it('T387 B100 refuses everyone but the author', async () => {
    const { id, neha, ashas } = await reviewedByTwo()

    for (const person of [neha, await shop.admin()]) {
      expect(await edit(id, ashas, { rating: 1 }, person)).toMatchObject({ status: 403 })
    }
    expect(await edit(id, ashas, { rating: 1 })).toMatchObject({ status: 401 })
    expect(await ratingOf(id)).toMatchObject({ average: 3.5 })
  })
})

describe('DELETE /products/:productId/reviews', () => {
  it("T386 B99 deletes the caller's own review and leaves the others", async () => {
    const { id, asha, nehas } = await reviewedByTwo()

    const answer = await withdraw(id, asha)

    expect(answer).toMatchObject({ status: 200, message: 'Review deleted successfully.', data: null })
    expect(await idsOf(id)).toEqual([nehas])
    expect(await listedRatingOf(id)).toEqual({ average: 2, count: 1 })
    expect(await withdraw(id, asha)).toMatchObject({ status: 404, message: 'Review not found.' })
    expect(await review(id, asha)).toMatchObject({ status: 201 })
  })
})

describe('DELETE /products/:productId/reviews/:reviewId', () => {
  it('B99 lets authors and admins delete a review, and refuses others', async () => {
    const { id, asha, neha, ashas, nehas } = await reviewedByTwo()

    expect(await remove(id, nehas, asha)).toMatchObject({ status: 403 })
    expect(await remove(id, nehas, await shop.customer({ role: 'manager' }))).toMatchObject({ status: 403 })
    expect(await remove(id, nehas)).toMatchObject({ status: 401 })
    expect(await remove(id, nehas, neha)).toMatchObject({ status: 200, message: 'Review deleted successfully.' })
    expect(await remove(id, ashas, await shop.admin())).toMatchObject({ status: 200 })

    expect(await ratingOf(id)).toEqual({ average: 0, count: 0, stars: [0, 0, 0, 0, 0] })
    expect(await remove(id, ashas, asha)).toMatchObject({ status: 404, message: 'Review not found.' })
  })

  it("audits which admin deleted whose review, and not an author's own deletion", async () => {
    const { id, asha, neha, ashas, nehas } = await reviewedByTwo()
    const admin = await shop.admin()

    await remove(id, nehas, neha)
    await remove(id, ashas, admin)

    const log = await listAuditEntries(shop.db, { page: 1, size: 20, keyword: 'review.deleted' })
    expect(log.rows.filter(({ subject }) => subject === `review:${nehas}`)).toEqual([])
    expect(log.rows[0]).toMatchObject({
      actor: { _id: admin.id },
      subject: `review:${ashas}`,
      before: { product: id, author: asha.id },
    })
  })
})

it('invalidates the review, its stars wherever they are shown, and all lists that ratings sort', async () => {
  const announced: string[][] = []
  const stop = onChange(tags => announced.push([...tags].sort()))
  const { id } = await shop.product()
  const customer = await shop.customer()

  const { data } = await review(id, customer)
  await edit(id, data._id, { rating: 4 }, customer)
  await withdraw(id, customer)
  stop()

  expect(announced).toEqual(Array(3).fill([`rating:${id}`, 'ratings', `reviews:${id}`]))
})

describe('every answer with a review', () => {
  type Shown = { _id: string; user: object }

  /** The author of one review in every answer that shows it. */
  async function authorsIn(product: string, author: Person) {
    const posted = (await review(product, author)).data as Shown
    const put = (await edit(product, posted._id, { rating: 4 }, author)).data as Shown
    const own = (await shop.get(`/products/${product}/reviews/current-user`, author)).data as Shown
    const all = (await shop.get(`/products/${product}/reviews`)).data as Shown[]
    const ofProduct = (await shop.get(`/products/${product}`)).data.reviews as Shown[]
    const isSame = ({ _id }: Shown) => _id === posted._id
    return [posted, put, own, all.find(isSame), ofProduct.find(isSame)].map(shown => shown?.user)
  }

  it.each([
    ['a picture', '/media/neha.webp'],
    ['no picture', null],
  ])('C19 has its author with the url of an avatar, with %s', async (_, url) => {
    const { id } = await shop.product()
    const author = await shop.customer({ first_name: 'Neha', last_name: 'Kulkarni', avatar_url: url })

    const authors = await authorsIn(id, author)

    const user = { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url } }
    expect(authors).toEqual([user, user, user, user, user])
  })
})
