import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, idempotencyHeaders, pageOf } from '../shared/endpoint.ts'
import { line, localMinute, notAnObject, number, objectId, oneOf, typedAmount, whole } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from './product-fields.ts'

export const plannedTargets = ['products', 'category', 'collection'] as const
export const reductionKinds = ['percent', 'amount', 'price'] as const
const plannedStates = ['planned', 'running', 'ended'] as const

export const MOST_CHOSEN_PRODUCTS = 1000

/** Products, or those of categories with their children, or of collections, as they are when the sale begins. */
const target = z.object(
  {
    kind: oneOf(plannedTargets),
    ids: z
      .array(objectId, 'This must be a list of ids.')
      .min(1, 'Please choose what is on sale.')
      .max(MOST_CHOSEN_PRODUCTS, `This takes ${MOST_CHOSEN_PRODUCTS} products at the most.`)
      .transform(ids => [...new Set(ids)]),
  },
  notAnObject,
)

const reduction = z.object({
  target,
  kind: oneOf(reductionKinds),
  value: typedAmount(number({ min: LOWEST_PRICE, max: HIGHEST_PRICE })),
})

const MOST_PERCENT = 99

function checkPercent({ kind, value }: z.output<typeof reduction>, ctx: z.RefinementCtx) {
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['value'], message })
  if (kind !== 'percent') return
  if (!whole.safeParse(value).success) refuse('This must be a whole number.')
  else if (value > MOST_PERCENT) refuse(`This cannot be more than ${MOST_PERCENT}.`)
}

const plan = reduction.extend({ name: line({ max: 80 }), begins: localMinute, ends: localMinute })

export const plannedPriceInput = plan
  .superRefine(checkPercent)
  .refine(({ begins, ends }) => begins < ends, { path: ['ends'], message: 'A sale ends after it begins.' })
export type PlannedPriceInput = z.output<typeof plannedPriceInput>

const plannedPrice = z.object({
  _id: objectId,
  name: z.string(),
  target: z.object({ kind: oneOf(plannedTargets), ids: z.array(objectId) }),
  kind: oneOf(reductionKinds),
  value: z.number(),
  begins: z.string(),
  ends: z.string(),
  state: oneOf(plannedStates),
  /** The names of its categories or collections, or how many products were chosen. */
  targetName: z.string(),
  productCount: z.number().nullable(),
  version: z.number(),
})
export type PlannedPrice = z.output<typeof plannedPrice>

const preview = z.object({
  products: z.number(),
  /** Others cost less already, or would cost nothing. */
  reduced: z.number(),
  examples: z.array(z.object({ _id: objectId, name: z.string(), from: z.number(), to: z.number() })),
})
export type PlannedPricePreview = z.output<typeof preview>

export const plannedPriceCalls = {
  /** Running ones first, then those to come, then the last that ended. With `product` those that reduce it. */
  'GET /planned-prices': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ product: objectId.optional() }),
    response: { 200: pageOf(plannedPrice) },
  },
  'GET /planned-prices/:id': { access: 'admin', params: byId, response: { 200: envelope(plannedPrice) } },
  'POST /planned-prices': {
    access: 'admin',
    headers: idempotencyHeaders,
    body: plannedPriceInput,
    response: { 201: envelope(plannedPrice) },
  },
  'POST /planned-prices/preview': {
    access: 'admin',
    body: reduction.superRefine(checkPercent),
    response: { 200: envelope(preview) },
  },
  /** Of a running sale name and end can be changed. `version` is the one that the form has loaded. */
  'PUT /planned-prices/:id': {
    access: 'admin',
    params: byId,
    body: plan
      .extend({ version: number({ min: 1 }) })
      .superRefine(checkPercent)
      .refine(({ begins, ends }) => begins < ends, { path: ['ends'], message: 'A sale ends after it begins.' }),
    response: { 200: envelope(plannedPrice) },
  },
  'POST /planned-prices/:id/end': { access: 'admin', params: byId, response: { 200: envelope(plannedPrice) } },
  'DELETE /planned-prices/:id': { access: 'admin', params: byId, response: done },
} as const satisfies Endpoints
