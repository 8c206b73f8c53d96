import { z } from 'zod'
import { type Endpoint, envelope } from './endpoint.ts'
import { objectId } from './fields.ts'
import { publicUser } from './users.ts'

export const review = z.object({
  _id: objectId,
  title: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.iso.datetime(),
  user: publicUser,
})
export type Review = z.output<typeof review>

export const listReviews = {
  method: 'GET',
  url: '/products/:id/reviews',
  schema: { tags: ['reviews'], params: z.object({ id: objectId }), response: { 200: envelope(z.array(review)) } },
} as const satisfies Endpoint
