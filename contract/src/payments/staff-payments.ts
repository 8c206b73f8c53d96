import { z } from 'zod'
import { PAYMENT_SORTS, STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'
import { dayRange, listQuery, sortBy } from '../shared/paging.ts'
import { knownPerson, shownCustomer } from '../shared/users.ts'
import { payment, paymentModes, paymentStatuses } from './payments.ts'
import { staffRefund } from './refunds.ts'

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
})
export type StaffPayment = z.output<typeof staffPayment>

export const refundablePayment = staffPayment.extend({
  refunds: z.array(staffRefund),
  /** The amount that no refund covers. */
  leftToRefund: z.number(),
  canRefund: z.boolean(),
})
export type RefundablePayment = z.output<typeof refundablePayment>

const shownPayment = refundablePayment
  .extend({ user: payment.shape.user.nullable() })
  .partial({ customer: true, orderNumber: true, mode: true, problem: true, refundedAt: true, refundedAmount: true })
  .partial({ disputed: true, reversed: true, refunds: true, leftToRefund: true, canRefund: true })
export type ShownPayment = z.output<typeof shownPayment>

const staffList = {
  tags: ['payments'],
  querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ ...dayRange, sort: sortBy(PAYMENT_SORTS) }),
  response: { 200: pageOf(staffPayment) },
}
export type PaymentListQuery = z.output<typeof staffList.querystring>

export const listPayments = {
  method: 'GET',
  url: '/payments',
  access: 'admin',
  schema: staffList,
} as const satisfies Endpoint

export const listPaymentsByStatus = {
  method: 'GET',
  url: '/payments/status/:status',
  access: 'admin',
  schema: { ...staffList, params: z.object({ status: oneOf(paymentStatuses) }) },
} as const satisfies Endpoint

/** The owner gets no fields for staff. */
export const getPayment = {
  method: 'GET',
  url: '/payments/:id',
  access: 'signed in',
  whileClosed: true,
  schema: { tags: ['payments'], params: z.object({ id: objectId }), response: { 200: envelope(shownPayment) } },
} as const satisfies Endpoint
