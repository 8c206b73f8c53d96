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
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem
  readonly headers: Record<string, string>

  constructor(
    status: number,
    problem: Pick<Problem, 'name' | 'message'> & Partial<Problem>,
    headers: Record<string, string> = {},
  ) {
    super(`${problem.name}: ${problem.message}`)
    this.headers = headers
    this.status = status
    this.problem = { details: [], links: [], ...problem }
  }
}

/** An error in the shape of OAuth 2, which PayPal uses for clients and tokens. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
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

export function unsupportedMediaType() {
  const message = 'The server does not support the request payload media type.'
  return new ApiError(415, { name: 'UNSUPPORTED_MEDIA_TYPE', message })
}

export function bodyTooLarge() {
  return new ApiError(413, { name: 'REQUEST_ENTITY_TOO_LARGE', message: 'The request body is too large.' })
}

export function internalServerError() {
  return new ApiError(500, { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' })
}
