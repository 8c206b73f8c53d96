import { z } from 'zod'
import { staffRefund } from '../payments/refunds.ts'
import { staffPayment } from '../payments/staff-payments.ts'
import { ORDER_SORTS, STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'
import { dayRange, listQuery, sortBy } from '../shared/paging.ts'
import { knownPerson, shownCustomer } from '../shared/users.ts'
import { orderNote } from './order-notes.ts'
import { orderStatuses } from './order-status.ts'
import { order, orderSummary } from './orders.ts'

/**
 * test: no real money moved · disputed: not to be sent now · returning: not to be sent, as its whole payment is on its way back ·
 * owed: money that has to go back and has not (B19).
 */
export const orderFlags = ['test', 'disputed', 'returning', 'owed'] as const
export type OrderFlag = (typeof orderFlags)[number]

export const staffOrderSummary = orderSummary.extend({ flags: z.array(oneOf(orderFlags)) })
export type StaffOrderSummary = z.output<typeof staffOrderSummary>

const staffList = {
  tags: ['orders'],
  querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({
    ...dayRange,
    sort: sortBy(ORDER_SORTS),
    /** Only orders of which money has to go back. */
    flag: oneOf(['owed']).optional(),
  }),
  response: { 200: pageOf(staffOrderSummary) },
}
export type OrderListQuery = z.output<typeof staffList.querystring>

/** Found by id, shipping name, phone number and the customer's e-mail (B93). */
export const listOrders = { method: 'GET', url: '/orders', schema: staffList } as const satisfies Endpoint

export const listOrdersByStatus = {
  method: 'GET',
  url: '/orders/status/:status',
  schema: { ...staffList, params: z.object({ status: oneOf(orderStatuses) }) },
} as const satisfies Endpoint

/** An order with what staff alone sees of it: whose it is, who moved it when (null where the shop itself did), what was paid. */
export const staffOrder = order.extend({
  /** An id for its customer, who it is for staff (C18). */
  user: z.union([objectId, shownCustomer]),
  customer: knownPerson.extend({ email: z.string() }).optional(),
  history: z.array(
    z.object({ status: oneOf(orderStatuses), at: z.iso.datetime(), by: knownPerson.nullable().optional() }),
  ),
  /** Every payment and every try, with what went back, oldest first. */
  payments: z.array(staffPayment.extend({ refunds: z.array(staffRefund) })).optional(),
  /** Money that has to go back and has not: of which payment, and why the provider refused; null where nothing is due. */
  refundDue: z
    .object({
      payment: objectId,
      amount: z.number(),
      /** asked: the provider has been asked or is asked again by itself · refused: staff have to try again. */
      state: oneOf(['asked', 'refused']),
      failure: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** What staff say among themselves, oldest first. */
  notes: z.array(orderNote).optional(),
})
export type StaffOrder = z.output<typeof staffOrder>

export const getOrder = {
  method: 'GET',
  url: '/orders/:id',
  schema: { tags: ['orders'], params: z.object({ id: objectId }), response: { 200: envelope(staffOrder) } },
} as const satisfies Endpoint
