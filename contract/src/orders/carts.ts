import { z } from 'zod'
import { type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { exactText, notAnObject, number, objectId, upTo, whole } from '../shared/fields.ts'
import { giftText, orderNote } from './orders.ts'

const sharedLine = z.object(
  { product: objectId, variant: objectId, quantity: number({ min: 1, max: 1_000_000 }).pipe(whole) },
  notAnObject,
)
/** For whom a gift card is, as it was typed so far: the order asks for an address that is one. */
const gift = z.object(
  {
    email: upTo(254, 'This email is not valid.').optional(),
    message: upTo(500, 'This message is not valid.').optional(),
  },
  notAnObject,
)
const cartLine = sharedLine.extend({ gift: gift.optional() })
const shownLine = z.object({ product: objectId, variant: objectId, quantity: z.number() })
const savedLine = shownLine.extend({
  gift: z.object({ email: z.string().optional(), message: z.string().optional() }).optional(),
})
export type CartLine = z.output<typeof savedLine>

const linesOf = <Line extends z.ZodType>(line: Line) =>
  z.array(line, 'This must be a list of lines.').max(200, 'A cart holds 200 lines at the most.')

/** Prices and stock are asked for by `GET /products/cards`. */
export const savedCart = z.object({
  lines: z.array(savedLine),
  note: z.string(),
  giftText: z.string(),
  /** 0 before the first save. */
  version: z.number(),
})
export type SavedCart = z.output<typeof savedCart>

export const cartInput = z.object(
  {
    lines: linesOf(cartLine),
    note: orderNote,
    giftText,
    version: number({ min: 0 }).pipe(whole),
  },
  notAnObject,
)

const sharedCart = z.object({ lines: z.array(shownLine) })

const token = z.object({ token: exactText().max(100) })

export const cartCalls = {
  'GET /cart': { ...ownAccount, response: { 200: envelope(savedCart) } },
  'POST /cart/shared': {
    access: 'everyone',
    limit: 'shares',
    body: z.object({ lines: linesOf(sharedLine).min(1, 'Please add some products to the cart.') }, notAnObject),
    response: { 201: envelope(z.object({ token: z.string() })) },
  },
  'GET /cart/shared/:token': {
    access: 'everyone',
    limit: 'searches',
    params: token,
    response: { 200: envelope(sharedCart) },
  },
  'PUT /cart': { ...ownAccount, body: cartInput, response: { 200: envelope(savedCart) } },
} as const satisfies Endpoints
