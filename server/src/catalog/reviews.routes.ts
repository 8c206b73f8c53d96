import {
  deleteOwnReview,
  deleteReview,
  editReview,
  getOwnReview,
  getReviewTerms,
  listReviews,
  submitReview,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedIn } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { visibleProduct } from './products.service.ts'
import { listReviews as newestReviews } from './reviews.repository.ts'
import { addReview, changeReview, removeReview, reviewTerms, showOwnReview, withdrawReview } from './reviews.service.ts'

/** A bound for the answer, beyond what readers need. */
const MOST_REVIEWS = 1000

export const reviewRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(
    app,
    listReviews,
    async (db, { params }, visitor) => {
      const { _id: id } = await visibleProduct(db, params.id, visitor)
      const body = ok(await newestReviews(db, id, MOST_REVIEWS))
      return { body, tags: [`product:${id}`, `reviews:${id}`, `reviewers:${id}`] }
    },
    { limit: 'searches' },
  )

  await app.register(reviewerRoutes)
}

const reviewerRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)

  app.route({
    ...getOwnReview,
    handler: async ({ params, user }) => ok(await showOwnReview(app.db, params.productId, user)),
  })

  app.route({
    ...getReviewTerms,
    handler: async ({ params, user }) =>
      ok(await reviewTerms(app.db, (await app.settings.current()).orders, params.productId, user)),
  })

  app.route({
    ...submitReview,
    config: { limit: 'reviews' },
    handler: async ({ params, body, user }, reply) => {
      const review = await addReview(app.db, (await app.settings.current()).orders, params.productId, user, body)
      return reply.code(201).send(ok(review, 'Review submitted successfully!'))
    },
  })

  app.route({
    ...editReview,
    handler: async ({ params, body, user }) =>
      ok(
        await changeReview(app.db, (await app.settings.current()).orders, params, user, body),
        'Review updated successfully.',
      ),
  })

  app.route({
    ...deleteOwnReview,
    handler: async ({ params, user }) => {
      await withdrawReview(app.db, params.productId, user)
      return ok(null, 'Review deleted successfully.')
    },
  })

  app.route({
    ...deleteReview,
    handler: async ({ params, user }) => {
      await removeReview(app.db, params, user)
      return ok(null, 'Review deleted successfully.')
    },
  })
}
