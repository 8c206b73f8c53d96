import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from './constants.ts'
import type { ErrorCode } from './error-codes.ts'
import { exactText, objectId } from './fields.ts'

/** Method and path below /api, as in 'GET /products/:id'. The server answers a call by this name, the browser makes it by `call()`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export interface Endpoint {
  /** A buyer is signed in, or a guest with the session of one order. */
  access: 'everyone' | 'buyer' | 'signed in' | 'admin'
  /** How often one address or account may call; the environment sets the numbers. */
  limit?:
    | 'searches'
    | 'payments'
    | 'paymentChecks'
    | 'registrations'
    | 'emails'
    | 'reviews'
    | 'uploads'
    | 'shares'
    | 'figures'
  /** A closed shop answers it, because people need it for their accounts and their orders. */
  whileClosed?: true
  summary?: string
  params?: z.ZodType
  querystring?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  response: Record<number, z.ZodType>
}

export type Endpoints = Record<CallName, Endpoint>

/** Of calls for one's own account and orders, which people need while the shop is closed. */
export const ownAccount = { access: 'signed in', whileClosed: true } as const satisfies Partial<Endpoint>

/** Of calls about one order, which its guest may make too. */
export const ownOrder = { access: 'buyer', whileClosed: true } as const satisfies Partial<Endpoint>

export const idempotencyHeaders = z.object({
  [IDEMPOTENCY_HEADER]: exactText().max(200, 'This key is too long.').optional(),
})

export const meta = z.object({ page: z.number(), size: z.number(), pageCount: z.number(), total: z.number() })
export type PageMeta = z.output<typeof meta>

export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string(), data })

export const done = { 200: envelope(z.null()) }

export const byId = z.object({ id: objectId })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ success: z.literal(true), message: z.string(), data: z.array(item), meta })

/** `message` is one displayable sentence; `errors` maps dotted field paths to sentences. */
export interface Failure {
  success: false
  message: string
  code: ErrorCode
  errors?: Record<string, string>
  data?: unknown
}

type Part<E extends Endpoint, Key extends 'params' | 'querystring' | 'body'> = E extends {
  [K in Key]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

export type ParamsOf<E extends Endpoint> = Part<E, 'params'>
export type BodyOf<E extends Endpoint> = Part<E, 'body'>
export type QueryOf<E extends Endpoint> = Part<E, 'querystring'>
export type AnswerOf<E extends Endpoint> = z.output<E['response'][keyof E['response'] & number]>
