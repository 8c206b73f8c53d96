import { z } from 'zod'
import { orderSummary } from '../orders/orders.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { objectId } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { address } from '../shared/users.ts'
import { session } from './security.ts'

const byId = z.object({ id: objectId })

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
