import { z } from 'zod'
import { refundablePayment } from '../payments/staff-payments.ts'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import {
  byId,
  done,
  type Endpoints,
  envelope,
  idempotencyHeaders,
  ownAccount,
  ownOrder,
  pageOf,
} from '../shared/endpoint.ts'
import { email, isBlank, notAnObject, objectId, oneOf, text } from '../shared/fields.ts'
import { dayRange, listQuery, sortBy } from '../shared/paging.ts'
import { knownPerson, shownCustomer } from '../shared/users.ts'
import { orderStatuses } from './order-status.ts'
import { order, orderSummary } from './orders.ts'

/** owed: a refund is due · review: look at it first · held: by a gift card's purchase · unpaid: money arrives later. */
export const orderFlags = ['test', 'disputed', 'returning', 'owed', 'review', 'held', 'unpaid'] as const

export const staffOrderSummary = orderSummary.extend({ flags: z.array(oneOf(orderFlags)) })
export type StaffOrderSummary = z.output<typeof staffOrderSummary>

const staffList = {
  querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({
    ...dayRange,
    sort: sortBy(['-created', 'created', '-total', 'total', '-status', 'status']),
    flag: oneOf(['owed', 'review']).optional(),
  }),
  response: { 200: pageOf(staffOrderSummary) },
}

/** What staff may do with an order now, decided by the rules that the calls are checked with. */
const orderActions = z.object({
  canCancel: z.boolean(),
  /** Why its parcel must not be sent, for the packing slip. */
  sendWarning: z.string().nullable(),
  /** All statuses; `refusal` says why the order cannot get one, `goesBack` is the amount that is refunded with it. */
  statuses: z.array(
    z.object({
      status: oneOf(orderStatuses),
      refusal: z.string().nullable(),
      effect: z.string().nullable(),
      goesBack: z.number(),
    }),
  ),
})
export type OrderActions = z.output<typeof orderActions>

const orderNote = z.object({ _id: objectId, text: z.string(), at: z.iso.datetime(), by: knownPerson })

export const staffOrder = order.extend({
  /** SPEC answers an id to the customer, the user to staff. */
  user: z.union([objectId, shownCustomer]),
  customer: knownPerson.extend({ email: z.string(), isGuest: z.boolean() }).optional(),
  history: z.array(
    z.object({ status: oneOf(orderStatuses), at: z.iso.datetime(), by: knownPerson.nullable().optional() }),
  ),
  payments: z.array(refundablePayment).optional(),
  /** Holds the payment and the provider's refusal; null where no refund is due. */
  refundDue: z
    .object({
      payment: objectId,
      amount: z.number(),
      currency: z.string(),
      /** asked: automatically, until the provider answers · refused: staff try again · not-connected: its keys are gone. */
      state: oneOf(['asked', 'refused', 'not-connected']),
      failure: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** What can be refunded line by line, delivery last; left out where nothing can. */
  refundable: z
    .object({
      left: z.number(),
      lines: z.array(
        z.object({
          line: z.number().nullable(),
          ...{ quantity: z.number(), amount: z.number() },
          refunded: z.object({ quantity: z.number(), amount: z.number() }),
        }),
      ),
    })
    .optional(),
  notes: z.array(orderNote).optional(),
  /** Why the order looks wrong; null where it does not, or where staff have reviewed it. */
  reviewReason: z.string().nullable().optional(),
  /** Why a gift card that pays it keeps it from being sent, and the order that bought the card. */
  cardHold: z
    .object({ reason: z.string(), order: z.object({ _id: objectId, number: z.string().nullable() }) })
    .nullable()
    .optional(),
  actions: orderActions.optional(),
})
export type StaffOrder = z.output<typeof staffOrder>

const missing = 'Order ID or status is missing.'

/** The payment is given as the reason; `from`, the status that the sender has seen, protects other changes. */
export const updateOrderInput = z.object(
  {
    orderId: objectId.optional(),
    status: z
      .unknown()
      .refine(status => !isBlank(status), { message: missing, abort: true })
      .pipe(oneOf(orderStatuses)),
    payment: objectId.optional(),
    from: z.enum(orderStatuses).optional(),
  },
  { error: ({ input }) => (isBlank(input) ? missing : notAnObject) },
)

export const orderNoteInput = z.object({ text: text({ max: 2000 }) }, notAnObject)

export const orderEmailInput = z.object({ email, from: email.optional() }, notAnObject)

const pricingRule = z.object({
  /** As the audit log names it: a setting, 'discount:…' or 'product:…'. */
  rule: z.string(),
  label: z.string(),
  /** Of the settings or the discount, as the change has left it; null where none is kept. */
  version: z.number().nullable(),
  at: z.iso.datetime(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
})
export type PricingRule = z.output<typeof pricingRule>

export const staffOrderCalls = {
  'GET /orders': { access: 'admin', ...staffList },
  'GET /orders/status/:status': { access: 'admin', ...staffList, params: z.object({ status: oneOf(orderStatuses) }) },
  'GET /orders/:id': { ...ownAccount, params: byId, response: { 200: envelope(staffOrder) } },
  /** Staff may set any status that follows; the owner may only confirm that the order was paid. */
  'PATCH /orders/:orderId/update': {
    ...ownAccount,
    params: z.object({ orderId: objectId }),
    body: updateOrderInput,
    response: { 200: envelope(staffOrder) },
  },
  'PATCH /orders/:id/cancel': {
    ...ownOrder,
    params: byId,
    querystring: z.object({ from: oneOf(orderStatuses).optional() }),
    response: { 200: envelope(staffOrder) },
  },
  'GET /orders/:id/rules': { access: 'admin', params: byId, response: { 200: envelope(z.array(pricingRule)) } },
  'POST /orders/:id/reviewed': { access: 'admin', params: byId, response: { 200: envelope(staffOrder) } },
  /** Of a guest. Earlier links end, also where the address stays; a new one goes to it. */
  'PUT /orders/:id/email': {
    access: 'admin',
    params: byId,
    body: orderEmailInput,
    response: { 200: envelope(staffOrder) },
  },
  'POST /orders/:id/notes': {
    access: 'admin',
    headers: idempotencyHeaders,
    params: byId,
    body: orderNoteInput,
    response: { 201: envelope(orderNote) },
  },
  'DELETE /orders/:id/notes/:noteId': {
    access: 'admin',
    params: z.object({ id: objectId, noteId: objectId }),
    response: done,
  },
} as const satisfies Endpoints
