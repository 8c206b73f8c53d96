import { z } from 'zod'
import { HIGHEST_PRICE, LOWEST_PRICE } from '../catalog/product-fields.ts'
import { settingsAuditEvent } from '../settings/settings.ts'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, idempotencyHeaders, pageOf } from '../shared/endpoint.ts'
import {
  accountAddress,
  clearable,
  flag,
  line,
  localMinute,
  notAnObject,
  number,
  objectId,
  omittable,
  oneOf,
  percent,
  typedAmount,
  typedWhole,
} from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { isCode, LONGEST_CODE, SHORTEST_CODE } from './discounts.ts'

export const discountKinds = ['percent', 'amount', 'free-delivery', 'buy-get'] as const

export const discountScopes = ['everything', 'categories', 'collections', 'products'] as const

/** planned: it has not begun · ended: its time is over or its limit is used up · paused: staff have switched it off. */
export const discountStates = ['active', 'planned', 'ended', 'paused'] as const
export type DiscountState = (typeof discountStates)[number]

export const MOST_NEW_CODES = 10_000
const MOST_TARGETS = 200
const MOST_CUSTOMERS = 500
const MOST_UNITS = 1000

const notACode = `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} letters and digits.`

const typedCode = line({ message: notACode, max: LONGEST_CODE }).pipe(z.string().refine(isCode, notACode))

const amount = typedAmount(number({ min: LOWEST_PRICE, max: HIGHEST_PRICE }))
const count = (max: number) => clearable(typedWhole({ min: 1, max }))

const fields = z.object(
  {
    name: line({ max: 60 }),
    kind: oneOf(discountKinds),
    /** Of percent: what goes off each unit; of buy-get: what goes off the units that one gets. */
    percent: clearable(percent({ min: 0.001 })),
    amount: clearable(amount),
    buy: count(MOST_UNITS),
    get: count(MOST_UNITS),
    appliesTo: oneOf(discountScopes),
    targets: z.array(objectId).max(MOST_TARGETS, `This takes ${MOST_TARGETS} at the most.`),
    minSubtotal: clearable(amount),
    minQuantity: count(MOST_UNITS),
    firstOrderOnly: flag,
    customers: z.array(accountAddress).max(MOST_CUSTOMERS, `This takes ${MOST_CUSTOMERS} addresses at the most.`),
    beginsAt: clearable(localMinute),
    endsAt: clearable(localMinute),
    limitInAll: count(10_000_000),
    limitPerCustomer: count(MOST_UNITS),
    isAutomatic: flag,
    isCombinable: flag,
    isActive: flag,
    /** The code for all; without one, a discount that is not automatic has codes for one order each. */
    code: clearable(typedCode),
  },
  notAnObject,
)
export type DiscountFields = {
  [Name in keyof z.output<typeof fields>]-?: Exclude<z.output<typeof fields>[Name], undefined>
}

/** What fits no discount as a whole, by field. */
export function findDiscountProblems(discount: Omit<DiscountFields, 'customers'>): Record<string, string> {
  const { kind, percent, amount, buy, get, appliesTo, targets, beginsAt, endsAt, isAutomatic, code } = discount
  const missing = 'This is required.'
  return {
    ...((kind === 'percent' || kind === 'buy-get') && !percent && { percent: missing }),
    ...(kind === 'amount' && !amount && { amount: missing }),
    ...(kind === 'buy-get' && !buy && { buy: missing }),
    ...(kind === 'buy-get' && !get && { get: missing }),
    ...(appliesTo !== 'everything' && targets.length === 0 && { targets: `Choose ${appliesTo}, or everything.` }),
    ...(beginsAt && endsAt && endsAt <= beginsAt && { endsAt: 'It must end after it begins.' }),
    ...(isAutomatic && code && { code: 'An automatic discount has no code.' }),
  }
}

export const discountInput = fields.superRefine((discount, context) => {
  const whole = { ...NO_DISCOUNT, ...discount }
  for (const [field, message] of Object.entries(findDiscountProblems(whole)))
    context.addIssue({ code: 'custom', path: [field], message })
})
export type DiscountInput = z.output<typeof discountInput>

export const NO_DISCOUNT: Omit<DiscountFields, 'name'> = {
  ...{ kind: 'percent', percent: null, amount: null, buy: null, get: null, appliesTo: 'everything', targets: [] },
  ...{ minSubtotal: null, minQuantity: null, firstOrderOnly: false, customers: [], beginsAt: null, endsAt: null },
  ...{ limitInAll: null, limitPerCustomer: null, isAutomatic: false, isCombinable: false, isActive: true, code: null },
}

const figures = {
  state: oneOf(discountStates),
  uses: z.number(),
  /** What was paid of the orders that have it, less refunds. */
  revenue: z.number(),
}

export const discountSummary = z.object({
  _id: objectId,
  name: z.string(),
  kind: oneOf(discountKinds),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  buy: z.number().nullable(),
  get: z.number().nullable(),
  appliesTo: oneOf(discountScopes),
  isAutomatic: z.boolean(),
  code: z.string().nullable(),
  limitInAll: z.number().nullable(),
  beginsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  ...figures,
})
export type DiscountSummary = z.output<typeof discountSummary>

export const staffDiscount = discountSummary.extend({
  targets: z.array(z.object({ _id: objectId, name: z.string() })),
  minSubtotal: z.number().nullable(),
  minQuantity: z.number().nullable(),
  firstOrderOnly: z.boolean(),
  customers: z.array(z.string()),
  limitPerCustomer: z.number().nullable(),
  isCombinable: z.boolean(),
  isActive: z.boolean(),
  version: z.number(),
  givenAway: z.number(),
  singleCodes: z.number(),
  usedCodes: z.number(),
})
export type StaffDiscount = z.output<typeof staffDiscount>

export const discountCalls = {
  'GET /discounts': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({
      state: oneOf(discountStates).optional().catch(undefined),
    }),
    response: { 200: pageOf(discountSummary) },
  },
  'GET /discounts/:id': { access: 'admin', params: byId, response: { 200: envelope(staffDiscount) } },
  'POST /discounts': {
    access: 'admin',
    headers: idempotencyHeaders,
    body: discountInput,
    response: { 201: envelope(staffDiscount) },
  },
  'PATCH /discounts/:id': {
    access: 'admin',
    params: byId,
    body: fields.partial().extend({ version: omittable(number({ min: 1 })) }),
    response: { 200: envelope(staffDiscount) },
  },
  /** Orders keep what it took off; its code is free again. */
  'DELETE /discounts/:id': { access: 'admin', params: byId, response: done },
  'POST /discounts/:id/restore': { access: 'admin', params: byId, response: { 200: envelope(staffDiscount) } },
  'GET /discounts/:id/history': {
    access: 'admin',
    params: byId,
    querystring: listQuery({ cap: STAFF_PAGE_CAP }),
    response: { 200: pageOf(settingsAuditEvent) },
  },
  'POST /discounts/:id/history/:entry/undo': {
    access: 'admin',
    params: byId.extend({ entry: z.coerce.number().int().positive() }),
    response: { 200: envelope(staffDiscount) },
  },
  'POST /discounts/:id/codes': {
    access: 'admin',
    summary: 'Makes codes for one order each.',
    headers: idempotencyHeaders,
    params: byId,
    body: z.object(
      {
        count: typedWhole({ min: 1, max: MOST_NEW_CODES }),
        /** How each code begins, such as SPRING. */
        prefix: clearable(line({ message: notACode, max: 12 }).pipe(z.string().regex(/^[\p{L}\p{N}]+$/u, notACode))),
      },
      notAnObject,
    ),
    response: { 201: envelope(staffDiscount) },
  },
  'GET /discounts/:id/codes/export': {
    access: 'admin',
    params: byId,
    response: { 200: z.unknown().describe('text/csv') },
  },
} as const satisfies Endpoints
