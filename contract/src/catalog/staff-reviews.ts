import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { line, notAnObject, objectId, oneOf, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { review, reviewStates } from './reviews.ts'

/** A review for staff. `version` counts changes of its text and its state. */
const staffReview = review.extend({
  state: oneOf(reviewStates),
  reason: z.string().nullable(),
  version: z.number(),
  /** The author has changed the review since: shoppers do not see the reply until it is saved again. */
  isReplyHeld: z.boolean(),
  author: objectId,
  product: z.object({ _id: objectId, slug: z.string(), name: z.string() }),
})
export type StaffReview = z.output<typeof staffReview>

const reviewVersion = z.object({ _id: objectId, version: z.int('This must be a whole number.') }, notAnObject)

export const hideReviewInput = z.object({ reason: line({ max: 300 }) }, notAnObject)

/** `version` is what staff read, so that no reply answers a text that has changed since. */
export const replyInput = z.object(
  { reply: text({ max: 2000 }), version: reviewVersion.shape.version.optional() },
  notAnObject,
)

export const staffReviewCalls = {
  'GET /reviews': {
    access: 'admin',
    summary: 'Reviews of all products, newest first. The keyword searches their words, their authors and products.',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ state: z.enum(reviewStates).optional().catch(undefined) }),
    response: { 200: pageOf(staffReview) },
  },
  'GET /reviews/waiting': { access: 'admin', response: { 200: envelope(z.object({ count: z.number() })) } },
  /** Reviews that were changed since the version was loaded stay as they are. */
  'POST /reviews/approve': {
    access: 'admin',
    body: z.object({ reviews: z.array(reviewVersion).min(1, 'This is required.').max(100) }, notAnObject),
    response: { 200: envelope(z.object({ approved: z.array(objectId), changed: z.array(objectId) })) },
  },
  'POST /reviews/:id/hide': {
    access: 'admin',
    params: byId,
    body: hideReviewInput,
    response: { 200: envelope(staffReview) },
  },
  'PUT /reviews/:id/reply': {
    access: 'admin',
    params: byId,
    body: replyInput,
    response: { 200: envelope(staffReview) },
  },
  'DELETE /reviews/:id/reply': { access: 'admin', params: byId, response: { 200: envelope(staffReview) } },
} as const satisfies Endpoints
