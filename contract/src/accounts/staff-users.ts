import { z } from 'zod'
import { orderSummary } from '../orders/orders.ts'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { flag, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { address, roles, user } from '../shared/users.ts'
import { session } from './security.ts'

const byId = z.object({ id: objectId })

const customersQuery = listQuery({ cap: STAFF_PAGE_CAP }).extend({
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
})
export type CustomersQuery = z.output<typeof customersQuery>

export const listCustomers = {
  method: 'GET',
  url: '/users/customers',
  access: 'admin',
  schema: { querystring: customersQuery, response: { 200: pageOf(user) } },
} as const satisfies Endpoint

const staffQuery = listQuery({ cap: STAFF_PAGE_CAP })
export type StaffQuery = z.output<typeof staffQuery>

/** Admins and managers are not in the list of customers. */
export const listStaff = {
  method: 'GET',
  url: '/users/staff',
  access: 'admin',
  schema: { querystring: staffQuery, response: { 200: pageOf(user) } },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/users/:id',
  access: 'admin',
  schema: { params: byId, response: { 200: envelope(user) } },
} as const satisfies Endpoint

export const changeRole = {
  method: 'PATCH',
  url: '/users/:userId',
  access: 'admin',
  schema: {
    params: z.object({ userId: objectId }),
    body: z.object({ userId: objectId.optional(), role: oneOf(roles) }, notAnObject),
    response: { 200: envelope(user) },
  },
} as const satisfies Endpoint

/** The status is flipped when no body is sent; a body sets it, so that a double click has one effect. */
export const changeStatus = {
  method: 'PATCH',
  url: '/users/user/:id/status',
  access: 'admin',
  schema: {
    params: byId,
    body: z.object({ status: flag.optional() }, notAnObject).nullish(),
    response: { 200: envelope(user) },
  },
} as const satisfies Endpoint

export const customerOverview = z.object({
  createdAt: z.iso.datetime(),
  leftAt: z.iso.datetime().nullable(),
  isEmailConfirmed: z.boolean(),
  hasTwoFactor: z.boolean(),
  orders: z.number(),
  reviews: z.number(),
  /** Paid and not refunded. */
  spent: z.number(),
  addresses: z.array(address),
  sessions: z.array(session.omit({ isCurrent: true })),
})
export type CustomerOverview = z.output<typeof customerOverview>

export const getCustomerOverview = {
  method: 'GET',
  url: '/users/:id/overview',
  access: 'admin',
  schema: { params: byId, response: { 200: envelope(customerOverview) } },
} as const satisfies Endpoint

export const listOrdersOfCustomer = {
  method: 'GET',
  url: '/users/:id/orders',
  access: 'admin',
  schema: {
    params: byId,
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(orderSummary) },
  },
} as const satisfies Endpoint

export const deleteReviewsOfCustomer = {
  method: 'DELETE',
  url: '/users/:id/reviews',
  access: 'admin',
  schema: {
    summary: 'Deletes all reviews of a user, also of a deleted one',
    params: byId,
    response: { 200: envelope(z.null()) },
  },
} as const satisfies Endpoint

export const endSessionsOfCustomer = {
  method: 'DELETE',
  url: '/users/:id/sessions',
  access: 'admin',
  schema: { summary: 'Ends all sessions of a user', params: byId, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

export const endSessionOfCustomer = {
  method: 'DELETE',
  url: '/users/:id/sessions/:sessionId',
  access: 'admin',
  schema: { params: byId.extend({ sessionId: objectId }), response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint
