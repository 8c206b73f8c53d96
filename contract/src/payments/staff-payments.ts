import { z } from 'zod'
import { IDEMPOTENCY_HEADER, STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, ownAccount, pageOf } from '../shared/endpoint.ts'
import {
  calendarDay,
  exactText,
  notAnObject,
  number,
  objectId,
  oneOf,
  text,
  typedAmount,
  whole,
} from '../shared/fields.ts'
import { dayRange, listQuery, sortBy } from '../shared/paging.ts'
import { knownPerson, shownCustomer } from '../shared/users.ts'
import { payment, paymentModes, paymentStatuses, refundStates } from './payments.ts'

/** staff: by a staff member · automatic: of a payment that does not count · provider: made at the provider. */
const refundOrigins = ['staff', 'automatic', 'provider'] as const

export const refund = z.object({
  _id: objectId,
  payment: objectId,
  amount: z.number(),
  currency: z.string(),
  state: oneOf(refundStates),
  origin: oneOf(refundOrigins),
  reason: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

const staffRefund = refund.extend({ by: knownPerson.nullable() })
export type StaffRefund = z.output<typeof staffRefund>

/** User, customer and order are null for a payment at the provider that names no order of the shop. */
export const staffPayment = payment.extend({
  user: shownCustomer.nullable(),
  customer: knownPerson.nullable(),
  order: objectId.nullable(),
  orderNumber: z.string().nullable(),
  mode: oneOf(paymentModes),
  problem: z.string().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  refundedAmount: z.number(),
  disputed: z.boolean(),
  /** The bank has taken the money back and no dispute was opened; nothing is left to refund. */
  reversed: z.boolean(),
  /** The sum of what staff recorded; left out for payments at a provider. */
  receivedAmount: z.number().optional(),
})
export type StaffPayment = z.output<typeof staffPayment>

const receipt = z.object({
  _id: objectId,
  amount: z.number(),
  receivedOn: z.string(),
  note: z.string().nullable(),
  by: knownPerson.nullable(),
  createdAt: z.iso.datetime(),
})

export const refundablePayment = staffPayment.extend({
  receipts: z.array(receipt).optional(),
  refunds: z.array(staffRefund),
  leftToRefund: z.number(),
  /** What of the order's total goes back to gift cards before this payment does. */
  giftCardsFirst: z.number(),
  /** What went back to gift cards that paid a part of the order. */
  backOnCards: z.number(),
  /** What is spent of the gift cards that were bought with it; null when none were. */
  spentOnCards: z.number().nullable(),
  canRefund: z.boolean(),
})
export type RefundablePayment = z.output<typeof refundablePayment>

const shownPayment = refundablePayment
  .extend({ user: payment.shape.user.nullable() })
  .partial({ customer: true, orderNumber: true, mode: true, problem: true, refundedAt: true, refundedAmount: true })
  .partial({ disputed: true, reversed: true, refunds: true, leftToRefund: true, canRefund: true })
  .partial({ giftCardsFirst: true, backOnCards: true, spentOnCards: true })
export type ShownPayment = z.output<typeof shownPayment>

/** Money that has not arrived cannot be recorded: the latest day anywhere is tomorrow's. */
const isPast = (day: string) => Date.parse(day) < Date.now() + 86_400_000

/** Decimal. */
export const HIGHEST_RECEIPT = 100_000_000

export const receiptInput = z.object(
  {
    amount: typedAmount(number({ min: 0.01, max: HIGHEST_RECEIPT })),
    receivedOn: calendarDay('Please enter a date.').refine(isPast, 'This day has not come yet.'),
    note: z.preprocess(note => (note === '' ? undefined : note), text({ max: 500 }).optional()),
  },
  notAnObject,
)

/** `line` is a position, null for the delivery with its fee, of which there is one. */
const refundedUnits = z
  .array(z.object({ line: whole.min(0).nullable(), quantity: whole.min(1, 'This must be at least 1.') }, notAnObject))
  .min(1, 'Choose what to refund.')
  .refine(lines => new Set(lines.map(({ line }) => line)).size === lines.length, 'This names a line twice.')

const staffList = {
  querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({
    ...dayRange,
    sort: sortBy(['-created', 'created', '-amount', 'amount']),
  }),
  response: { 200: pageOf(staffPayment) },
}

export const staffPaymentCalls = {
  'GET /payments': { access: 'admin', ...staffList },
  'GET /payments/status/:status': {
    access: 'admin',
    ...staffList,
    params: z.object({ status: oneOf(paymentStatuses) }),
  },
  /** The owner gets no fields for staff. */
  'GET /payments/:id': { ...ownAccount, params: byId, response: { 200: envelope(shownPayment) } },
  /** No amount refunds the whole remainder; a third decimal is refused, not rounded. */
  'POST /payments/:id/refunds': {
    access: 'admin',
    headers: z.object({ [IDEMPOTENCY_HEADER]: exactText().max(64, 'This key is too long.').optional() }),
    params: byId,
    body: z.object({ amount: typedAmount(number({ min: 0.01 })).optional() }, notAnObject).default({}),
    response: { 201: envelope(refund) },
  },
  'POST /payments/:id/receipts': {
    access: 'admin',
    headers: z.object({ [IDEMPOTENCY_HEADER]: exactText().max(64, 'This key is too long.').optional() }),
    params: byId,
    body: receiptInput,
    response: { 201: envelope(refundablePayment) },
  },
  'DELETE /payments/:id/receipts/:receipt': {
    access: 'admin',
    params: byId.extend({ receipt: objectId }),
    response: { 200: envelope(refundablePayment) },
  },
  /**
   * Refunds a part of an order, or all that is left of it: to its gift cards first, then by its payment. With lines the
   * amount is what they cost; a sent one must agree.
   */
  'POST /orders/:id/refunds': {
    access: 'admin',
    headers: z.object({ [IDEMPOTENCY_HEADER]: exactText().max(64, 'This key is too long.').optional() }),
    params: byId,
    body: z
      .object({ amount: typedAmount(number({ min: 0.01 })).optional(), lines: refundedUnits.optional() }, notAnObject)
      .default({}),
    response: { 201: envelope(z.object({ giftCardAmount: z.number(), paymentAmount: z.number() })) },
  },
} as const satisfies Endpoints
