import { z } from 'zod'
import { done, type Endpoints, envelope } from '../shared/endpoint.ts'
import { exactText, notAnObject, oneOf } from '../shared/fields.ts'
import { DEFAULT_REPORT_DAYS, REPORT_DAYS } from './reports.ts'

/** How far a visit comes, each step counted once: a page, a product's page, something in the cart, the checkout, an order. */
export const visitSteps = ['visit', 'product', 'cart', 'checkout', 'placed'] as const
export type VisitStep = (typeof visitSteps)[number]

const counts = z.object({
  visit: z.number(),
  product: z.number(),
  cart: z.number(),
  checkout: z.number(),
  placed: z.number(),
})

const funnel = z.object({
  total: counts,
  days: z.array(counts.extend({ day: z.iso.date() })),
  /** Those with most visits first; `source` is '' where nothing says it. Others are left out. */
  sources: z.array(counts.extend({ source: z.string() })),
  /** All orders of these days, also those of visitors who are not counted. */
  orders: z.number(),
})
export type Funnel = z.output<typeof funnel>

export const figureCalls = {
  'POST /figures/steps': {
    access: 'everyone',
    limit: 'figures',
    summary: 'Counts a step of a visit in the sums of the day. Nothing of the caller is kept.',
    body: z.object({ step: oneOf(visitSteps), source: exactText().max(200).catch('') }, notAnObject),
    response: done,
  },
  'GET /dashboard/funnel': {
    access: 'admin',
    summary: 'How many visits of the last 7, 14, 30 or 90 days came how far.',
    querystring: z.object({ days: z.coerce.number().pipe(z.literal(REPORT_DAYS)).catch(DEFAULT_REPORT_DAYS) }),
    response: { 200: envelope(funnel) },
  },
} as const satisfies Endpoints
