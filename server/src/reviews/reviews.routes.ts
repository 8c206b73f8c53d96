import { listReviews as endpoint } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { visibleProduct } from '../catalog/catalog.service.ts'
import { tagged } from '../http/cache-tags.ts'
import { ok } from '../http/envelope.ts'
import { listReviews } from './reviews.repository.ts'

/** More than anybody reads; it keeps one answer from growing without end. */
const MOST_REVIEWS = 1000

export const reviewRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...endpoint,
    handler: async ({ params, visitor }, reply) => {
      const product = await visibleProduct(app.db, params.id, visitor)
      tagged(reply, `product:${product._id}`)
      return ok(await listReviews(app.db, product._id, MOST_REVIEWS))
    },
  })
}
