import { z } from 'zod'
import { media } from '../catalog/media.ts'
import { orderStatuses } from '../orders/order-status.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'
import { DEFAULT_REPORT_DAYS, REPORT_DAYS } from './reports.ts'

/** SPEC allows any key with any value; tiles stand in the order of the keys. */
export const stats = z.record(z.string(), z.union([z.number(), z.string()]))
export type Stats = z.output<typeof stats>

/** The tile is present only while refunds are due. */
export const REFUND_DUE = 'Refund Due'

export const report = z.object({
  /** Fully refunded payments are not counted; the oldest day comes first. */
  sales: z.array(z.object({ day: z.iso.date(), payments: z.number(), total: z.number() })),
  statuses: z.array(z.object({ status: oneOf(orderStatuses), count: z.number() })),
  bestSellers: z.array(
    z.object({
      _id: objectId,
      name: z.string(),
      thumbnail: media.nullable(),
      units: z.number(),
      total: z.number(),
    }),
  ),
  /** Of what was sold, without refunds; the highest rate comes first. */
  taxes: z.array(z.object({ label: z.string(), net: z.number(), tax: z.number() })),
})
export type Report = z.output<typeof report>

/** Lists the scarcest variant of each active product that has one with at most five units. */
export const lowStock = z.object({
  total: z.number(),
  products: z.array(
    z.object({
      _id: objectId,
      name: z.string(),
      thumbnail: media.nullable(),
      stock: z.number(),
      options: z.record(z.string(), z.string()),
    }),
  ),
})
export type LowStock = z.output<typeof lowStock>

export const dashboardCalls = {
  'GET /users/admin': { access: 'admin', response: { 200: envelope(stats) } },
  'GET /dashboard/report': {
    access: 'admin',
    summary: 'Figures of the last 7, 14, 30 or 90 days.',
    querystring: z.object({ days: z.coerce.number().pipe(z.literal(REPORT_DAYS)).catch(DEFAULT_REPORT_DAYS) }),
    response: { 200: envelope(report) },
  },
  'GET /dashboard/low-stock': { access: 'admin', response: { 200: envelope(lowStock) } },
} as const satisfies Endpoints
