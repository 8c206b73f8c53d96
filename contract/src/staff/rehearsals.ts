import { z } from 'zod'
import { plannedPriceCalls } from '../catalog/planned-prices.ts'
import { discountCalls } from '../orders/staff-discounts.ts'
import { settingsChange } from '../settings/settings.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { notAnObject, objectId, omittable } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'

export const REHEARSED_DAYS = 90
export const MOST_REHEARSED = 10_000

/** What is about to be saved: one of these, as the call that saves it takes it. */
const rehearsalInput = z
  .object(
    {
      settings: settingsChange.pick({ money: true, delivery: true }).optional(),
      discount: discountCalls['PATCH /discounts/:id'].body
        .omit({ version: true })
        .extend({ _id: omittable(objectId) })
        .optional(),
      plannedPrice: plannedPriceCalls['POST /planned-prices/preview'].body.optional(),
    },
    notAnObject,
  )
  .refine(drafts => Object.values(drafts).filter(Boolean).length === 1, 'Send what is about to be saved.')
export type RehearsalInput = z.output<typeof rehearsalInput>

/** `products` is before discounts; the fee of a way to pay is part of `delivery`; contained tax is no part of `total`. */
const amounts = z.object({
  products: z.number(),
  discounts: z.number(),
  delivery: z.number(),
  tax: z.number(),
  total: z.number(),
})
export type RehearsedAmounts = z.output<typeof amounts>

const rehearsal = z.object({
  orders: z.number(),
  differing: z.number(),
  /** Their amounts do not follow from what is stored, so they are in no other number. */
  unpriced: z.number(),
  /** The shop would not deliver them; they are in no sum. */
  refused: z.number(),
  isCapped: z.boolean(),
  /** Of all orders that could be priced again. */
  before: z.number(),
  difference: amounts,
  /** The greatest difference comes first. */
  rows: z.array(
    z.object({
      _id: objectId,
      number: z.string().nullable(),
      createdAt: z.string(),
      before: z.number(),
      after: z.number(),
      difference: amounts,
    }),
  ),
})
export type Rehearsal = z.output<typeof rehearsal>

export const rehearsalCalls = {
  'POST /dashboard/rehearsals': {
    access: 'admin',
    limit: 'figures',
    summary: 'Prices the orders of the last 90 days with what is about to be saved; writes nothing.',
    querystring: listQuery({ cap: 50 }).pick({ page: true, size: true }),
    body: rehearsalInput,
    response: { 200: envelope(rehearsal) },
  },
} as const satisfies Endpoints
