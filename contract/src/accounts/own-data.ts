import { z } from 'zod'
import { ownReview } from '../catalog/reviews.ts'
import { savedCart } from '../orders/carts.ts'
import { order } from '../orders/orders.ts'
import { disputeAnswer } from '../payments/disputes.ts'
import { payment } from '../payments/payments.ts'
import { type Endpoints, envelope, ownOrder } from '../shared/endpoint.ts'
import { objectId } from '../shared/fields.ts'
import { address, user } from '../shared/users.ts'

const time = z.iso.datetime()

export const ownData = z.object({
  profile: user.extend({
    createdAt: time,
    emailConfirmedAt: time.nullable(),
    pendingEmail: z.string().nullable(),
    twoFactorSince: time.nullable(),
    /** Whether emails may remind of what was left unpaid; null: never said. */
    reminders: z.boolean().nullable(),
  }),
  formerEmails: z.array(z.object({ email: z.string(), keptUntil: time })),
  /** Discounts know the orders by them that were placed as a guest. */
  guestMailboxes: z.array(z.string()),
  addresses: z.array(address),
  cart: savedCart.omit({ version: true }),
  orders: z.array(order),
  payments: z.array(payment),
  discounts: z.array(z.object({ order: objectId, name: z.string(), code: z.string().nullable() })),
  /** Sent to the confirmed address of the profile; those that were bought stand in the orders. */
  giftCards: z.array(
    z.object({
      lastFour: z.string(),
      initialAmount: z.number(),
      balance: z.number(),
      currency: z.string(),
      message: z.string().nullable(),
      sentAt: time,
    }),
  ),
  disputeAnswers: z.array(
    disputeAnswer.omit({ _id: true, by: true }).extend({
      order: objectId,
      files: z.array(disputeAnswer.shape.files.element.omit({ _id: true })),
    }),
  ),
  reviews: z.array(
    ownReview.omit({ user: true, verified: true }).extend({ product: objectId, productName: z.string() }),
  ),
  sessions: z.array(z.object({ userAgent: z.string(), createdAt: time, lastUsedAt: time, expiresAt: time })),
  /** Known devices: failed logins elsewhere do not lock them out. */
  knownDevices: z.array(z.object({ createdAt: time, lastUsedAt: time })),
  events: z.array(z.object({ at: time, action: z.string() })),
})
export type OwnData = z.output<typeof ownData>

export const ownDataCalls = {
  'GET /users/current-user/data': { ...ownOrder, response: { 200: envelope(ownData) } },
} as const satisfies Endpoints
