import { z } from 'zod'
import { media } from '../catalog/media.ts'
import { productCard } from '../catalog/products.ts'
import { variant } from '../catalog/variants.ts'
import { orderStatuses } from '../orders/order-status.ts'
import { discountSummary } from '../orders/staff-discounts.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { user } from '../shared/users.ts'

export const findings = z.object({
  products: z.array(
    productCard.pick({ _id: true, name: true, price: true, onSale: true, salePrice: true, priceRange: true }).extend({
      isActive: z.boolean(),
      thumbnail: media.nullable(),
      variant: variant.pick({ options: true, sku: true, stock: true }).optional(),
    }),
  ),
  orders: z.array(
    z.object({
      _id: objectId,
      number: z.string().nullable(),
      customer: z.string(),
      total: z.number(),
      currency: z.string(),
      status: oneOf(orderStatuses),
      createdAt: z.iso.datetime(),
    }),
  ),
  customers: z.array(user.pick({ _id: true, name: true, email: true, avatar: true })),
  discounts: z.array(discountSummary.pick({ _id: true, name: true, code: true, state: true })),
})
export type Findings = z.output<typeof findings>

export const staffSearchCalls = {
  'GET /dashboard/find': {
    access: 'admin',
    summary: 'What the dashboard can jump to. An empty keyword finds nothing.',
    querystring: listQuery().pick({ keyword: true }),
    response: { 200: envelope(findings) },
  },
} as const satisfies Endpoints
