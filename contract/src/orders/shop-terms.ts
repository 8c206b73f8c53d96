import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'

export const shopTerms = z.object({
  /** An unpaid order reserves its stock for so many seconds. */
  orderSeconds: z.number(),
  orderUnits: z.number().nullable(),
})
export type ShopTerms = z.output<typeof shopTerms>

export const getShopTerms = {
  method: 'GET',
  url: '/shop/terms',
  access: 'everyone',
  schema: { tags: ['shop'], response: { 200: envelope(shopTerms) } },
} as const satisfies Endpoint
