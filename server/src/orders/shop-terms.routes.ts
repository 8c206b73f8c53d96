import { getShopTerms } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../http/envelope.ts'

/** Public: settings for the terms page and the cart. */
export const shopTermsRoutes: FastifyPluginAsyncZod = async app => {
  const { orderTtlSeconds: orderSeconds, orderLimits } = app.env
  app.route({ ...getShopTerms, handler: async () => ok({ orderSeconds, orderUnits: orderLimits?.units ?? null }) })
}
