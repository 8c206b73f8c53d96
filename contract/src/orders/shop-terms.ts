import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'

/** What of the shop's settings its pages tell shoppers. */
export const shopTerms = z.object({
  /** Seconds for which an unpaid order keeps its stock (B20). */
  orderSeconds: z.number(),
  /** Units of one product that an order holds at the most; null where there is no such limit. */
  orderUnits: z.number().nullable(),
})
export type ShopTerms = z.output<typeof shopTerms>

export const getShopTerms = {
  method: 'GET',
  url: '/shop/terms',
  schema: { tags: ['shop'], response: { 200: envelope(shopTerms) } },
} as const satisfies Endpoint
