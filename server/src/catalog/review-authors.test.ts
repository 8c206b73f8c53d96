import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { reviewersOf } from './reviews-fixtures.ts'

const shop = startShop()
const { review, edit } = reviewersOf(shop)

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

describe('C19 the author of a review', () => {
  it.each([
    ['a picture', '/media/neha.webp'],
    ['no picture', null],
  ])('has an avatar with its url in every answer, with %s', async (_, url) => {
    const { id } = await shop.product()
    const author = await shop.customer({ first_name: 'Neha', last_name: 'Kulkarni', avatar_url: url })

    const authors = await authorsIn(id, author)

    const user = { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url } }
    expect(authors).toEqual([user, user, user, user, user])
  })
})
