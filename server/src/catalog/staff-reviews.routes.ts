import {
  approveReviews,
  countWaitingReviews,
  deleteReply,
  hideReview,
  listStaffReviews,
  replyToReview,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import * as moderation from './moderate-reviews.ts'
import * as repository from './staff-reviews.repository.ts'

export const staffReviewRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({
    ...listStaffReviews,
    handler: async ({ query }) => okPage(await repository.listStaffReviews(app.db, query), query),
  })

  app.route({
    ...countWaitingReviews,
    handler: async () => ok({ count: await repository.countWaiting(app.db) }),
  })

  app.route({
    ...approveReviews,
    handler: async ({ body, user }) => {
      const answer = await moderation.approveReviews(app.db, user.id, body.reviews)
      return ok(answer, approvalText(answer))
    },
  })

  app.route({
    ...hideReview,
    handler: async ({ params, body, user }) =>
      ok(await moderation.hideReview(app.db, user.id, params.id, body.reason), 'Review hidden.'),
  })

  app.route({
    ...replyToReview,
    handler: async ({ params, body, user }) =>
      ok(await moderation.changeReply(app.db, user.id, params.id, body.reply, body.version), 'Reply saved.'),
  })

  app.route({
    ...deleteReply,
    handler: async ({ params, user }) =>
      ok(await moderation.changeReply(app.db, user.id, params.id, null), 'Reply deleted.'),
  })
}

const countOf = (ids: string[]) => `${ids.length} ${ids.length === 1 ? 'review' : 'reviews'}`

function approvalText({ approved, changed }: { approved: string[]; changed: string[] }): string {
  const done = approved.length > 0 ? `${countOf(approved)} approved.` : 'Nothing was approved.'
  return changed.length > 0 ? `${done} ${countOf(changed)} changed meanwhile: please read again.` : done
}
