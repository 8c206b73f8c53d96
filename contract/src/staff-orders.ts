import { z } from 'zod'
import { STAFF_PAGE_CAP } from './constants.ts'
import { type Endpoint, envelope, pageOf } from './endpoint.ts'
import { objectId, oneOf } from './fields.ts'
import { orderStatuses } from './order-status.ts'
import { order, orderSummary } from './orders.ts'
import { listQuery } from './paging.ts'
import { knownPerson } from './users.ts'

const staffList = {
  tags: ['orders'],
  querystring: listQuery({ cap: STAFF_PAGE_CAP }),
  response: { 200: pageOf(orderSummary) },
}

/** Found by id, shipping name, phone number and the customer's e-mail (DECISIONS B93). */
export const listOrders = { method: 'GET', url: '/orders', schema: staffList } as const satisfies Endpoint

export const listOrdersByStatus = {
  method: 'GET',
  url: '/orders/status/:status',
  schema: { ...staffList, params: z.object({ status: oneOf(orderStatuses) }) },
} as const satisfies Endpoint

/** An order with what staff alone sees of it: whose it is, and who moved it when; null where the shop itself did. */
export const staffOrder = order.extend({
  customer: knownPerson.extend({ email: z.string() }).optional(),
  history: z
    .array(z.object({ status: oneOf(orderStatuses), at: z.iso.datetime(), by: knownPerson.nullable() }))
    .optional(),
})
export type StaffOrder = z.output<typeof staffOrder>

export const getOrder = {
  method: 'GET',
  url: '/orders/:id',
  schema: { tags: ['orders'], params: z.object({ id: objectId }), response: { 200: envelope(staffOrder) } },
} as const satisfies Endpoint
