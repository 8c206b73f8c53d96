import { z } from 'zod'
import { byId, done, type Endpoints, envelope } from '../shared/endpoint.ts'
import { isBlank, notAnObject, number, objectId, text } from '../shared/fields.ts'
import { publicUser } from '../shared/users.ts'

const notAnIntegerFrom1To5 = 'This must be a number between 1 and 5.'

const reviewFields = z.object(
  {
    title: text({ message: 'Title is not valid.', min: 10, max: 120 }),
    rating: number({ missing: notAnIntegerFrom1To5 }).pipe(
      z.int(notAnIntegerFrom1To5).min(1, notAnIntegerFrom1To5).max(5, notAnIntegerFrom1To5),
    ),
    comment: text({ message: 'Comment is not valid.', min: 20, max: 2000 }),
  },
  notAnObject,
)

/** The form shows one message for missing fields, each field its own. */
export const reviewInput = reviewFields.refine(
  ({ title, rating, comment }) => [title, rating, comment].every(value => !isBlank(value)),
  { message: 'Some required fields are missing.', when: ({ value }) => typeof value === 'object' && value !== null },
)
export type ReviewInput = z.output<typeof reviewInput>

/** `verified`: the reviewer has bought the product. */
export const review = z.object({
  _id: objectId,
  title: z.string(),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.iso.datetime(),
  verified: z.boolean(),
  user: publicUser,
  reply: z.object({ text: z.string(), createdAt: z.iso.datetime() }).optional(),
})
export type Review = z.output<typeof review>

export const reviewStates = ['waiting', 'shown', 'hidden'] as const
export type ReviewState = (typeof reviewStates)[number]

/** `state` is left out while shoppers see the review; `reason` explains a hidden one. */
export const ownReview = review.extend({
  state: z.enum(['waiting', 'hidden']).optional(),
  reason: z.string().optional(),
})
export type OwnReview = z.output<typeof ownReview>

const ofProduct = z.object({ productId: objectId })
const oneReview = ofProduct.extend({ reviewId: objectId })

export const reviewCalls = {
  'GET /products/:id/reviews': {
    access: 'everyone',
    limit: 'searches',
    params: byId,
    response: { 200: envelope(z.array(review)) },
  },
  'GET /products/:productId/reviews/current-user': {
    access: 'signed in',
    params: ofProduct,
    response: { 200: envelope(ownReview.nullable()) },
  },
  'POST /products/:productId/reviews': {
    access: 'signed in',
    limit: 'reviews',
    params: ofProduct,
    body: reviewInput,
    response: { 201: envelope(ownReview) },
  },
  'GET /products/:productId/reviews/terms': {
    access: 'signed in',
    params: ofProduct,
    response: { 200: envelope(z.object({ mayReview: z.boolean(), isApproved: z.boolean() })) },
  },
  'PUT /products/:productId/reviews/:reviewId': {
    access: 'signed in',
    params: oneReview,
    body: reviewFields.partial(),
    response: { 200: envelope(ownReview) },
  },
  'DELETE /products/:productId/reviews': { access: 'signed in', params: ofProduct, response: done },
  'DELETE /products/:productId/reviews/:reviewId': { access: 'signed in', params: oneReview, response: done },
} as const satisfies Endpoints
