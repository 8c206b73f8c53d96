import { z } from 'zod'
import { type Endpoints, envelope, ownAccount } from '../shared/endpoint.ts'
import { exactText, notAnObject, number, objectId, whole } from '../shared/fields.ts'
import { giftText, orderNote } from './orders.ts'

const cartLine = z.object(
  { product: objectId, variant: objectId, quantity: number({ min: 1, max: 1_000_000 }).pipe(whole) },
  notAnObject,
)
const savedLine = z.object({ product: objectId, variant: objectId, quantity: z.number() })
export type CartLine = z.output<typeof savedLine>

const cartLines = z.array(cartLine, 'This must be a list of lines.').max(200, 'A cart holds 200 lines at the most.')

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
    lines: cartLines,
    note: orderNote,
    giftText,
    version: number({ min: 0 }).pipe(whole),
  },
  notAnObject,
)

const sharedCart = z.object({ lines: z.array(savedLine) })

const token = z.object({ token: exactText().max(100) })

export const cartCalls = {
  'GET /cart': { ...ownAccount, response: { 200: envelope(savedCart) } },
  'POST /cart/shared': {
    access: 'everyone',
    limit: 'shares',
    body: z.object({ lines: cartLines.min(1, 'Please add some products to the cart.') }, notAnObject),
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
