import { type ErrorCode, type Failure, pageMeta } from '@mela/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { outageOf } from '../database/away.ts'
import { logIfRefused } from './security-log.ts'

const kinds = {
  invalid: [400, 'invalid_request'],
  unauthenticated: [401, 'unauthenticated'],
  forbidden: [403, 'forbidden'],
  notFound: [404, 'not_found'],
  conflict: [409, 'conflict'],
  tooLarge: [413, 'too_large'],
  tooMany: [429, 'rate_limited'],
  unavailable: [503, 'provider_unavailable'],
} as const satisfies Record<string, [number, ErrorCode]>

type Kind = keyof typeof kinds

interface Details {
  /** A code stands where a client would act on this refusal in its own way. */
  code?: ErrorCode | undefined
  errors?: Record<string, string>
  data?: unknown
  seconds?: number
}

export class ShopError extends Error {
  readonly kind: Kind
  readonly code: ErrorCode
  readonly seconds: number | undefined
  readonly details: Pick<Details, 'errors' | 'data'>

  constructor(
    kind: Kind,
    message: string,
    { code = kinds[kind][1], seconds, ...details }: Details = {},
    cause?: unknown,
  ) {
    super(message, { cause })
    this.kind = kind
    this.code = code
    this.seconds = seconds
    this.details = details
  }
}

export class TooManyError extends ShopError {
  constructor(message: string, seconds: number, code?: ErrorCode, data?: unknown) {
    super('tooMany', message, { code, data, seconds })
  }
}

export class BusyError extends ShopError {
  constructor() {
    const message = 'The shop is very busy. Please try again in a few seconds.'
    super('unavailable', message, { code: 'shop_busy', seconds: 5 })
  }
}

/** The first field's sentence leads the answer. */
export function invalid(
  errors: Record<string, string>,
  code: ErrorCode = 'validation_failed',
  message = Object.values(errors)[0] ?? 'Invalid request.',
) {
  return new ShopError('invalid', message, { code, errors })
}
/** For a schema outside the request's own validation. */
export function invalidBecause({ issues }: z.core.$ZodError): ShopError {
  const complaints = issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }))
  const { message, errors } = sayWhatIsWrong(complaints)
  return invalid(errors, undefined, message)
}
export const refused = (message: string, code?: ErrorCode) => new ShopError('invalid', message, { code })
export const unauthenticated = (message = 'Please login to continue.', code?: ErrorCode) =>
  new ShopError('unauthenticated', message, { code })
export const forbidden = (message = 'You are not authorized to access this page.', code?: ErrorCode, data?: unknown) =>
  new ShopError('forbidden', message, { code, data })
export const notFound = (message: string) => new ShopError('notFound', message)
export const conflict = (message: string, code?: ErrorCode, data?: unknown) =>
  new ShopError('conflict', message, { code, data })

const ourFault = 'Something went wrong, please try again later...'

export const unavailable = (cause: unknown) => new ShopError('unavailable', ourFault, {}, cause)

const notValid = 'This is not valid.'

const frameworkRefusals: Record<number, Pick<Failure, 'message' | 'code'>> = {
  400: { message: 'This request could not be read.', code: 'invalid_request' },
  413: { message: 'This is too large.', code: 'too_large' },
  415: { message: 'This type of content is not accepted here.', code: 'unsupported_media_type' },
}
const otherRefusal = { message: 'This request was refused.', code: 'invalid_request' } as const

const outages = {
  disk_full: 'The shop has no room left on its disk, so nothing was saved. Please try again later.',
  database_slow: 'The shop takes too long to answer right now. Please try again in a moment.',
  database_unavailable: 'The shop cannot reach its database right now. Please try again in a moment.',
}

/** What the caller is told: an outage is not their fault. */
function refusalOf(error: unknown): ShopError | undefined {
  if (error instanceof ShopError) return error
  const code = outageOf(error)
  return code && new ShopError('unavailable', outages[code], { code, seconds: code === 'disk_full' ? 60 : 5 })
}

export function answerError(error: FastifyError | ShopError, request: FastifyRequest, reply: FastifyReply) {
  const [status, failure] = failureOf(error)
  const seconds = refusalOf(error)?.seconds
  if (seconds !== undefined) reply.header('retry-after', seconds)
  logIfRefused(request, status, failure.code)
  // A flood of requests must not become one of log lines.
  const isMeant = error instanceof ShopError && seconds !== undefined
  if (isBrokenOff(error, request)) request.log.debug({ err: error, requestId: request.id }, 'a request was broken off')
  else if (status >= 500 && !isMeant) request.log.error({ err: error, requestId: request.id }, 'request failed')
  return reply.code(status).send(status >= 500 ? { ...failure, requestId: request.id } : failure)
}

/** The client has left before the body was complete, and reads no answer. */
const isBrokenOff = ({ code }: { code?: string }, { raw }: FastifyRequest) =>
  !raw.complete && raw.destroyed && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')

export function answerUnknown(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ success: false, message: 'Not found.', code: 'not_found' } satisfies Failure)
}

export function failureOf(error: unknown): [number, Failure] {
  const refusal = refusalOf(error)
  if (refusal) {
    const { kind, message, code, details } = refusal
    return [kinds[kind][0], { success: false, message, code, ...details }]
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { message, errors } = sayWhatIsWrong(error.validation)
    return [400, { success: false, message, code: 'validation_failed', errors }]
  }
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status < 400 || status >= 500) return [500, { success: false, message: ourFault, code: 'internal_error' }]
  return [status, { success: false, ...(frameworkRefusals[status] ?? otherRefusal) }]
}

/** An error of the whole body leads the answer. */
function sayWhatIsWrong(complaints: readonly { instancePath: string; message?: string }[]) {
  const errors: Record<string, string> = {}
  let message: string | undefined
  for (const { instancePath, message: text = notValid } of complaints) {
    const path = instancePath.slice(1).replaceAll('/', '.')
    if (path) errors[path] ??= text
    else message ??= text
  }
  return { message: message ?? Object.values(errors)[0] ?? notValid, errors }
}

export function ok<Data>(data: Data, message = 'OK') {
  return { success: true as const, message, data }
}

export function okPage<Item>({ rows, total }: { rows: Item[]; total: number }, paging: { page: number; size: number }) {
  return { success: true as const, message: 'OK', data: rows, meta: pageMeta(paging, total) }
}
