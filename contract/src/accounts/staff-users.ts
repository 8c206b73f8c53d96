import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { flag, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { roles, user } from '../shared/users.ts'

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
