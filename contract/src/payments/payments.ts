import { z } from 'zod'
import { type Endpoints, envelope, ownOrder } from '../shared/endpoint.ts'
import { email, notAnObject, number, objectId, oneOf, text } from '../shared/fields.ts'
import { shownCustomer } from '../shared/users.ts'

export const paymentStatuses = ['pending', 'completed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** queued: the provider could not be reached yet. */
export const refundStates = ['queued', 'pending', 'completed', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** A gateway's name is its key in calls, rows and registries. */
export const paymentGateways = ['paypal', 'stripe'] as const
export type PaymentGatewayName = (typeof paymentGateways)[number]

/** Their orders are confirmed at once and paid later; staff record what arrived. No provider knows of them. */
export const offlineWays = ['transfer', 'delivery'] as const
export type OfflineWay = (typeof offlineWays)[number]

export const waysToPay = [...paymentGateways, ...offlineWays] as const
export type WayToPay = PaymentGatewayName | OfflineWay

export const isOffline = (way: string | undefined): way is OfflineWay => offlineWays.some(offline => offline === way)

export const gatewayNames: Record<WayToPay, string> = {
  paypal: 'PayPal',
  stripe: 'Stripe',
  transfer: 'Bank transfer',
  delivery: 'Pay on delivery',
}

export const wayNames: Record<WayToPay, string> = { ...gatewayNames, stripe: 'Card' }

const providerStatuses = [
  'completed',
  'pending',
  'created',
  'approved',
  'declined',
  'failed',
  'voided',
  'denied',
] as const

const providerStatus = z.string('This is required.').trim().toLowerCase().pipe(oneOf(providerStatuses))

/** `order` and `transactionId` find the payment at the provider; the other fields are only validated. */
export const paymentInput = z.object(
  {
    order: objectId,
    transactionId: text({ max: 127 }),
    paymentGateway: oneOf(paymentGateways),
    amount: number({ min: 0 }).optional(),
    status: providerStatus.optional(),
    update_time: text({ max: 64 }).optional(),
    email_address: email.optional(),
  },
  notAnObject,
)

export const payment = z.object({
  _id: objectId,
  /** SPEC answers an id to the customer, the user to staff. */
  user: z.union([objectId, shownCustomer]),
  order: objectId,
  status: oneOf(paymentStatuses),
  transactionId: z.string(),
  amount: z.number(),
  currency: z.string(),
  paymentGateway: oneOf(waysToPay),
  update_time: z.iso.datetime(),
  email_address: z.string().nullable(),
})
export type Payment = z.output<typeof payment>

export const paymentModes = ['test', 'sandbox', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** The approval page and, for admins, the console of a gateway's emulator are served below this path. */
export const emulatorPath = (gateway: PaymentGatewayName) => `/${gateway}-emulator`

export const webhookPath = (gateway: PaymentGatewayName) => `/webhooks/${gateway}`

const shownGateway = z.object({
  name: oneOf(waysToPay),
  displayName: z.string(),
  /** Screens offer nothing else than a gateway can do; `pay` is how a buyer pays there. */
  can: z.object({
    refund: z.boolean(),
    dispute: z.boolean(),
    pay: z.enum(['buttons', 'redirect', 'offline']),
  }),
  mode: oneOf(paymentModes),
  /** Null while the owner does not offer it. The fee is decimal, and added to an order that is paid this way. */
  offer: z
    .object({
      isOn: z.boolean(),
      countries: z.array(z.string()),
      currencies: z.array(z.string()),
      from: z.number().nullable(),
      to: z.number().nullable(),
      fee: z.number(),
    })
    .nullable(),
  /** Pages at the provider where staff manage the shop's account; a payment's is `payment` and its transaction id. */
  site: z.object({ home: z.string(), payment: z.string().optional() }),
})
export type ShownGateway = z.output<typeof shownGateway>

/** SPEC knows one gateway, and its call for the browser's settings. */
export const SPEC_GATEWAY = 'paypal' as const

const specGateway = shownGateway.pick({ mode: true }).extend({
  clientId: z.string(),
  emulatorUrl: z.string().optional(),
  gateways: z.array(shownGateway.pick({ name: true, displayName: true, can: true })),
})

const unreconciled = z.object({
  gateway: oneOf(paymentGateways).nullable(),
  transactionId: z.string().nullable(),
  isUnderWay: z.boolean(),
})

export const expressTicket = text({ max: 2000 })

const gatewayParam = { gateway: oneOf(paymentGateways) }

export const paymentCalls = {
  'GET /payments/gateways': {
    access: 'everyone',
    whileClosed: true,
    response: { 200: envelope(z.array(shownGateway)) },
  },
  [`GET /payments/${SPEC_GATEWAY}` as const]: {
    ...ownOrder,
    response: { 200: envelope(specGateway).extend({ clientId: z.string() }) },
  },
  'POST /payments/:gateway/orders': {
    ...ownOrder,
    limit: 'payments',
    params: z.object(gatewayParam),
    /** With a ticket the order is paid by what the buyer agreed to before it was placed. */
    body: z.object({ order: objectId, ticket: expressTicket.optional() }, notAnObject),
    response: { 201: envelope(z.object({ orderId: z.string(), approveUrl: z.url() })) },
  },
  /**
   * Whichever provider an order's payment began at, this names it. A browser that returned reports an approved payment;
   * while one `isUnderWay` the pay page asks again.
   */
  'GET /payments/:gateway/orders/:order': {
    ...ownOrder,
    limit: 'paymentChecks',
    params: z.object({ ...gatewayParam, order: objectId }),
    response: { 200: envelope(unreconciled) },
  },
  'POST /payments': {
    ...ownOrder,
    limit: 'payments',
    body: paymentInput,
    response: { 200: envelope(payment), 201: envelope(payment) },
  },
} as const satisfies Endpoints

export const paymentProblems = {
  amount: 'The amount differs from the total of the order.',
  duplicate: 'The order has another payment.',
  order: 'The order could not be paid any more.',
  reference: 'It was paid for another order than the one that the shop opened it for.',
  session: 'The shop did not open this payment.',
  higherSession:
    'The shop did not open this payment, and it is not of the amount of the order. Look it up at the provider. If it belongs to no sale, refund it there.',
  unapproved: 'The buyer has not approved this payment.',
  changedAmount:
    'Its amount was changed at the provider, so the shop stopped it. No money was taken, and there is nothing to do.',
  changed:
    'It is not as the shop opens payments, so the shop stopped it. No money was taken, and there is nothing to do.',
  account:
    'It goes to another account at the provider, not to that of the shop. Do not send the goods. The shop has no money to return: the buyer gets it back from the provider.',
  units:
    'It consists of several payments, and the shop asks for one. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
  shared:
    'A part of it goes to another account, or it is held back at the provider. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
  part: 'The order was cancelled before its whole sum arrived. Return what arrived, and record it here.',
  late: 'It arrived after the order was cancelled. Return it, and record that here.',
  unknownOrder:
    'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.',
} as const
export type PaymentProblem = (typeof paymentProblems)[keyof typeof paymentProblems]

/** Problems of payments that the shop does not refund: no money was taken, or it is not the shop's to return. */
const problemsWithoutRefund: readonly string[] = [
  paymentProblems.unapproved,
  paymentProblems.changedAmount,
  paymentProblems.changed,
  paymentProblems.account,
  paymentProblems.units,
  paymentProblems.shared,
  paymentProblems.higherSession,
  paymentProblems.unknownOrder,
]

/** The shop holds captured money that does not count, and returns it. */
export const isRefundOwed = ({ status, problem }: { status: string; problem: string | null }) =>
  status === 'failed' && problem !== null && !problemsWithoutRefund.includes(problem)
