import { Refusal } from '@mela/emulator-base/refusal.ts'
import { type Issue, issues } from './issues.ts'

export interface Detail {
  issue: string
  description: string
  field?: string
  value?: unknown
  location?: 'body' | 'header'
}

export interface Link {
  href: string
  rel: string
  method: string
}

export interface Problem {
  name: string
  message: string
  details: Detail[]
  links: Link[]
}

/** An error in the shape of the REST API; the server adds the debug_id. */
export class ApiError extends Refusal {
  readonly problem: Problem

  constructor(
    status: number,
    problem: Pick<Problem, 'name' | 'message'> & Partial<Problem>,
    headers: Record<string, string> = {},
  ) {
    super(status, sentenceOf(problem), headers)
    this.problem = { details: [], links: [], ...problem }
  }
}

function sentenceOf({ message, details: [first] = [] }: Pick<Problem, 'message'> & Partial<Problem>) {
  return first ? `${first.field ? `${first.field}: ` : ''}${first.description}` : message
}

/** An error in the shape of OAuth 2, which PayPal uses for clients and tokens. */
export class OAuthError extends Refusal {
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(status, description)
    this.error = error
  }
}

export function invalidRequest(details: Detail[]) {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
  return new ApiError(400, { name: 'INVALID_REQUEST', message, details })
}

export function unprocessable(refusals: { issue: Issue; field?: string }[], links: Link[] = []) {
  const message = 'The requested action could not be performed, semantically incorrect, or failed business validation.'
  const details = refusals.map(({ issue, field }) => ({ issue, description: issues[issue], field }))
  const documentation = refusals.map(({ issue }) => ({
    href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
    rel: 'information_link',
    method: 'GET',
  }))
  return new ApiError(422, { name: 'UNPROCESSABLE_ENTITY', message, details, links: [...links, ...documentation] })
}

export function resourceNotFound() {
  const message = 'The specified resource does not exist.'
  const description = 'Specified resource ID does not exist. Please check the resource ID and try again.'
  return new ApiError(404, {
    name: 'RESOURCE_NOT_FOUND',
    message,
    details: [{ issue: 'INVALID_RESOURCE_ID', description }],
  })
}

export function notAuthorized() {
  const message = 'Authorization failed due to insufficient permissions.'
  const description = 'You do not have permission to access or perform operations on this resource.'
  return new ApiError(403, { name: 'NOT_AUTHORIZED', message, details: [{ issue: 'PERMISSION_DENIED', description }] })
}

export function stillRunning() {
  const message = 'The server has detected a conflict while processing this request.'
  const description = 'A previous request on this resource is currently in progress. Please wait and try again.'
  return new ApiError(409, {
    name: 'RESOURCE_CONFLICT',
    message,
    details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS', description }],
  })
}

export function internalServerError() {
  return new ApiError(500, { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' })
}

const names: Record<number, string> = {
  400: 'INVALID_REQUEST',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

/** The answer to a refused request, in PayPal's words. */
export function refusalAnswer(error: Refusal, { path, requestId }: { path: string; requestId: string }) {
  const { status, headers } = error
  if (error instanceof OAuthError) return { status, body: { error: error.error, error_description: error.message } }
  if (status === 401) {
    const isToken = path.includes(tokenPath)
    return {
      status,
      body: isToken
        ? { error: 'invalid_client', error_description: 'Client Authentication failed' }
        : { error: 'invalid_token', error_description: 'Token signature verification failed' },
    }
  }
  const { name, message, details, links } = problemOf(error)
  return { status, headers, body: { name, message, debug_id: requestId, details, links } }
}

function problemOf(error: Refusal): Problem {
  if (error instanceof ApiError) return error.problem
  if (error.status === 404) return resourceNotFound().problem
  return { name: names[error.status] ?? 'ERROR', message: error.message, details: [], links: [] }
}

export const tokenPath = '/v1/oauth2/token'
