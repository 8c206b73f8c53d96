import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'

/** Settings of the shop that its pages show to shoppers. */
export const shopTerms = z.object({
  /** Seconds for which an unpaid order reserves its stock. */
  orderSeconds: z.number(),
  /** Most units of one product in an order; null without a limit. */
  orderUnits: z.number().nullable(),
})
export type ShopTerms = z.output<typeof shopTerms>

export const getShopTerms = {
  method: 'GET',
  url: '/shop/terms',
  schema: { tags: ['shop'], response: { 200: envelope(shopTerms) } },
} as const satisfies Endpoint
