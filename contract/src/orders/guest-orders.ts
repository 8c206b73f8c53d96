import { z } from 'zod'
import { done, type Endpoints, envelope, idempotencyHeaders } from '../shared/endpoint.ts'
import { email, exactText, notAnObject, objectId } from '../shared/fields.ts'
import { order, orderInput } from './orders.ts'

export const GUEST_LINK_DAYS = 90

/** An order without an account: as a customer's, with the address that emails about it go to. */
export const guestOrderInput = orderInput.extend({ email })

export const withEmail = <Rules extends z.ZodType>(rules: Rules) => z.intersection(z.object({ email }), rules)

const linkToken = z.object({ token: exactText().min(1, 'This is required.').max(200) }, notAnObject)

export const guestOrderCalls = {
  /** Opens a session that may read, pay and cancel this order, and nothing else; the key that is repeated opens it again. */
  'POST /orders/guest': {
    access: 'everyone',
    limit: 'payments',
    headers: idempotencyHeaders,
    body: guestOrderInput,
    response: { 201: envelope(order) },
  },
  'GET /orders/guest/:token': {
    access: 'everyone',
    limit: 'payments',
    whileClosed: true,
    summary: 'Shows the order that an emailed link is about',
    params: linkToken,
    response: { 200: envelope(order) },
  },
  'POST /orders/guest/sessions': {
    access: 'everyone',
    limit: 'payments',
    whileClosed: true,
    summary: 'Opens the session of an emailed link',
    body: linkToken,
    response: { 200: envelope(z.object({ order: objectId })) },
  },
  'POST /orders/guest/links': {
    access: 'everyone',
    limit: 'emails',
    whileClosed: true,
    summary: 'Sends a new link to the address of the order; answers every token alike',
    body: linkToken,
    response: done,
  },
} as const satisfies Endpoints
