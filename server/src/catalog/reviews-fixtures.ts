import type { Person, startShop } from '../../test/shop.ts'

/** Reviewer actions for tests of reviews. */
export function reviewersOf(shop: ReturnType<typeof startShop>) {
  const aReview = (given: object = {}) => ({
    title: 'Sits well on the shoulders',
    rating: 5,
    comment: 'Washed five times and it has not faded.',
    ...given,
  })

  return {
    aReview,

    review: (productId: string, as?: Person, given: object = {}) =>
      shop.post(`/products/${productId}/reviews`, aReview(given), as),

    edit: (productId: string, reviewId: string, changes: object, as?: Person) =>
      shop.call('PUT', `/products/${productId}/reviews/${reviewId}`, { body: changes, as }),

    withdraw: (productId: string, as?: Person) => shop.call('DELETE', `/products/${productId}/reviews`, { as }),

    remove: (productId: string, reviewId: string, as?: Person) =>
      shop.call('DELETE', `/products/${productId}/reviews/${reviewId}`, { as }),

    async reviewsOf(productId: string): Promise<{ _id: string; title: string; verified: boolean }[]> {
      return (await shop.get(`/products/${productId}/reviews`)).data
    },

    async ratingOf(productId: string) {
      return (await shop.get(`/products/${productId}`)).data.rating
    },

    /** The rating as product lists show it. */
    async listedRatingOf(productId: string) {
      const { data } = await shop.get('/products?size=100')
      return data.find(({ _id }: { _id: string }) => _id === productId)?.rating
    },
  }
}
