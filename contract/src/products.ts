import { z } from 'zod'
import { type Endpoint, envelope, pageOf } from './endpoint.ts'
import { objectId } from './fields.ts'
import { media } from './media.ts'
import { listQuery } from './paging.ts'
import { review } from './reviews.ts'

/** A product as lists answer it: what a card or a cart line needs, without description and reviews. */
export const productCard = z.object({
  _id: objectId,
  name: z.string(),
  price: z.number(),
  onSale: z.boolean(),
  salePrice: z.number(),
  stock: z.number(),
  isActive: z.boolean(),
  category: z.object({ _id: objectId, name: z.string(), slug: z.string() }),
  thumbnail: media.nullable(),
  gallery: z.array(media),
})
export type ProductCard = z.output<typeof productCard>

/** `reviews` holds the newest ones (REVIEWS_SHOWN); `rating` sums up all of them. */
export const product = productCard.extend({
  description: z.string(),
  reviews: z.array(review),
  rating: z.object({ average: z.number(), count: z.number(), stars: z.array(z.number()) }),
  version: z.number(),
})
export type Product = z.output<typeof product>

export const listProducts = {
  method: 'GET',
  url: '/products',
  schema: { tags: ['products'], querystring: listQuery(), response: { 200: pageOf(productCard) } },
} as const satisfies Endpoint

export const listProductsOnSale = {
  method: 'GET',
  url: '/products/on-sale',
  schema: { tags: ['products'], querystring: listQuery(), response: { 200: pageOf(productCard) } },
} as const satisfies Endpoint

export const getProduct = {
  method: 'GET',
  url: '/products/:id',
  schema: { tags: ['products'], params: z.object({ id: objectId }), response: { 200: envelope(product) } },
} as const satisfies Endpoint
