import { getShopTerms } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { mostUnits, orderTermsOf } from '../shop/order-terms.ts'

export const shopTermsRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...getShopTerms,
    handler: async () => {
      const terms = orderTermsOf(app.env, await app.settings.current())
      return ok({ orderSeconds: terms.orderTtlSeconds, orderUnits: mostUnits(terms) ?? null })
    },
  })
}
