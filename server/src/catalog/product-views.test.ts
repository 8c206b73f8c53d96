import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const text = 'A knee-length kurta in cream linen, printed by hand with a red flower, word by word.'
const admin = shop.anAdmin()
let category: Awaited<ReturnType<typeof shop.category>>

beforeAll(async () => {
  category = await shop.category()
})

async function aReview(product_id: string, rating: number) {
  const review = {
    id: newId(),
    product_id,
    user_id: (await shop.customer()).id,
    title: 'Fits',
    rating,
    comment: 'Well.',
  }
  await shop.db.insertInto('reviews').values(review).execute()
  return { _id: review.id, rating }
}

/** A product for every list, inactive ones included, with two reviews. */
async function aProduct(given: object = {}) {
  const fields = { category_id: category.id, description: text, on_sale: true, sale_price_cents: 4000 }
  const { id } = await shop.product({ ...fields, ...given })
  const older = await aReview(id, 2)
  return { id, reviews: [await aReview(id, 4), older] }
}

type Row = Record<string, unknown> & { _id: string }

const lists: [name: string, call: () => string, given?: object][] = [
  ['GET /products', () => '/products?size=100'],
  ['a search', () => '/products?size=100&keyword=linen'],
  ['GET /products/on-sale', () => '/products/on-sale?size=100'],
  ['GET /products/inactive', () => '/products/inactive?size=100', { is_active: false }],
  ['a category by its id', () => `/categories/id/${category.id}/products?`],
  ['a category by its slug', () => `/categories/slug/${category.slug}/products?`],
]

describe('C17 a list of products', () => {
  it.each(lists)(
    '%s has descriptions and newest reviews, and cards that differ in these alone',
    async (_, call, given) => {
      const { id, reviews } = await aProduct(given)

      const whole = await shop.get(call(), admin)
      const cards = await shop.get(`${call()}&view=card`, admin)

      expect(whole.data.find(({ _id }: Row) => _id === id)).toMatchObject({ description: text, reviews })
      const shortened = whole.data.map(({ description, reviews, ...rest }: Row) => rest)
      expect(JSON.stringify(cards.data)).toBe(JSON.stringify(shortened))
      expect(cards.meta).toEqual(whole.meta)
    },
  )
})
