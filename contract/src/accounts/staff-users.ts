import { z } from 'zod'
import { orderSummary } from '../orders/orders.ts'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { flag, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { address, roles, user } from '../shared/users.ts'
import { ownerProof, session } from './security.ts'

export const customerOverview = z.object({
  createdAt: z.iso.datetime(),
  leftAt: z.iso.datetime().nullable(),
  isEmailConfirmed: z.boolean(),
  isRoleProven: z.boolean(),
  hasTwoFactor: z.boolean(),
  orders: z.number(),
  reviews: z.number(),
  spent: z.number(),
  addresses: z.array(address),
  sessions: z.array(session.omit({ isCurrent: true })),
})
export type CustomerOverview = z.output<typeof customerOverview>

const userList = listQuery({ cap: STAFF_PAGE_CAP })

/** False for an admin who was appointed without a password, and has to be confirmed. */
const staffMember = user.extend({ isRoleProven: z.boolean() })
export type StaffMember = z.output<typeof staffMember>

export const staffUserCalls = {
  'GET /users/customers': {
    access: 'admin',
    querystring: userList.extend({ status: z.enum(['active', 'inactive']).optional().catch(undefined) }),
    response: { 200: pageOf(user) },
  },
  'GET /users/staff': { access: 'admin', querystring: userList, response: { 200: pageOf(staffMember) } },
  'GET /users/:id': { access: 'admin', params: byId, response: { 200: envelope(user) } },
  /** Without the password a new admin stays unproven, until another one gives the role again with theirs. */
  'PATCH /users/:userId': {
    access: 'admin',
    params: z.object({ userId: objectId }),
    body: z.object({ userId: objectId.optional(), role: oneOf(roles), ...ownerProof.shape }, notAnObject),
    response: { 200: envelope(user) },
  },
  /** The status is flipped when no body is sent; a body sets it, so that a double click has one effect. */
  'PATCH /users/user/:id/status': {
    access: 'admin',
    params: byId,
    body: z.object({ status: flag.optional(), ...ownerProof.shape }, notAnObject).nullish(),
    response: { 200: envelope(user) },
  },
  'GET /users/:id/overview': { access: 'admin', params: byId, response: { 200: envelope(customerOverview) } },
  'GET /users/:id/orders': {
    access: 'admin',
    params: byId,
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(orderSummary) },
  },
  'DELETE /users/:id/reviews': {
    access: 'admin',
    summary: 'Deletes all reviews of a user, also of a deleted one',
    params: byId,
    response: done,
  },
  'DELETE /users/:id/sessions': {
    access: 'admin',
    summary: 'Ends all sessions of a user',
    params: byId,
    response: done,
  },
  'DELETE /users/:id/sessions/:sessionId': {
    access: 'admin',
    params: byId.extend({ sessionId: objectId }),
    response: done,
  },
} as const satisfies Endpoints
