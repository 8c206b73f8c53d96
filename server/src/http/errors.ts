import type { Failure } from '@mela/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { isDatabaseAway, isDatabaseSlow, isDiskFull } from '../database/away.ts'

const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  unavailable: 503,
} as const

/** An expected refusal; any other error is a bug. */
export class ShopError extends Error {
  readonly code: keyof typeof statusOf
  readonly details: { errors?: Record<string, string>; data?: unknown }

  constructor(code: keyof typeof statusOf, message: string, details: ShopError['details'] = {}, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.details = details
  }
}

/** A refusal with a Retry-After. */
export class TooManyError extends ShopError {
  readonly seconds: number

  constructor(message: string, seconds: number, data?: unknown) {
    super('tooMany', message, { data })
    this.seconds = seconds
  }
}

const BUSY = 'The shop is very busy. Please try again in a few seconds.'

/** More concurrent work than can be answered in a reasonable time. */
export class BusyError extends ShopError {
  readonly seconds = 5

  constructor() {
    super('unavailable', BUSY)
  }
}

/** Whether an API answer, as a rendered page gets it, is that of a BusyError. */
export const saysBusy = (status: number, { message }: { message?: unknown }) => status === 503 && message === BUSY

/** Invalid fields, each with its sentence; the first one leads the answer. */
export function invalid(errors: Record<string, string>, message = Object.values(errors)[0] ?? 'Invalid request.') {
  return new ShopError('invalid', message, { errors })
}
/** The same for a schema outside the request's own validation. */
export function invalidBecause({ issues }: z.core.$ZodError): ShopError {
  const complaints = issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }))
  const { message, errors } = sayWhatIsWrong(complaints)
  return invalid(errors, message)
}
export const refused = (message: string) => new ShopError('invalid', message)
export const unauthenticated = (message = 'Please login to continue.') => new ShopError('unauthenticated', message)
export const forbidden = (message = 'You are not authorized to access this page.', data?: unknown) =>
  new ShopError('forbidden', message, { data })
export const notFound = (message: string) => new ShopError('notFound', message)
export const conflict = (message: string, data?: unknown) => new ShopError('conflict', message, { data })
export const tooLarge = (message: string) => new ShopError('tooLarge', message)

const ourFault = 'Something went wrong, please try again later...'

/** An external service does not respond; `cause` is logged. */
export const unavailable = (cause: unknown) => new ShopError('unavailable', ourFault, {}, cause)

const notValid = 'This is not valid.'

/** The framework's refusals before a route runs, as sentences for users. */
const frameworkMessages: Record<number, string> = {
  400: 'This request could not be read.',
  413: 'This is too large.',
  415: 'This type of content is not accepted here.',
}

const AWAY = 'The shop cannot reach its database right now. Please try again in a moment.'
const SLOW = 'The shop takes too long to answer right now. Please try again in a moment.'
const FULL = 'The shop has no room left on its disk, so nothing was saved. Please try again later.'

/** Temporary and not the caller's fault, with the seconds to wait before a retry. */
function outageOf(error: unknown): { message: string; seconds: number } | undefined {
  if (error instanceof ShopError) return undefined
  if (isDiskFull(error)) return { message: FULL, seconds: 60 }
  if (isDatabaseSlow(error)) return { message: SLOW, seconds: 5 }
  return isDatabaseAway(error) ? { message: AWAY, seconds: 5 } : undefined
}

/** Maps every error to the failure envelope (B122). */
export function answerError(error: FastifyError | ShopError, request: FastifyRequest, reply: FastifyReply) {
  const [status, failure] = describe(error)
  const isBusy = error instanceof BusyError
  const seconds = isBusy || error instanceof TooManyError ? error.seconds : outageOf(error)?.seconds
  if (seconds !== undefined) reply.header('retry-after', seconds)
  // A flood of requests must not become one of log lines.
  if (isBrokenOff(error, request)) request.log.debug({ err: error, requestId: request.id }, 'a request was broken off')
  else if (status >= 500 && !isBusy) request.log.error({ err: error, requestId: request.id }, 'request failed')
  return reply.code(status).send(status >= 500 ? { ...failure, requestId: request.id } : failure)
}

/** The client has left before the body was complete, and reads no answer. */
const isBrokenOff = ({ code }: { code?: string }, { raw }: FastifyRequest) =>
  !raw.complete && raw.destroyed && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')

/** An unknown path. */
export function answerUnknown(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ success: false, message: 'Not found.' } satisfies Failure)
}

function describe(error: FastifyError | ShopError): [number, Failure] {
  if (error instanceof ShopError) {
    return [statusOf[error.code], { success: false, message: error.message, ...error.details }]
  }
  const outage = outageOf(error)
  if (outage) return [503, { success: false, message: outage.message }]
  if (hasZodFastifySchemaValidationErrors(error)) {
    return [400, { success: false, ...sayWhatIsWrong(error.validation) }]
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status < 400 || status >= 500) return [500, { success: false, message: ourFault }]
  return [status, { success: false, message: frameworkMessages[status] ?? 'This request was refused.' }]
}

/** Each field's first sentence. An error of the whole body leads the answer. */
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
