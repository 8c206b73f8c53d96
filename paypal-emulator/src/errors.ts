import { issues, type Issue } from './issues.ts'

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

/** A refusal in the shape of the REST API; the server adds the debug_id. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, name: string, message: string, details: Detail[] = [], links: Link[] = []) {
    super(`${name}: ${message}`)
    this.status = status
    this.problem = { name, message, details, links }
  }
}

/** A refusal in the shape of OAuth 2, which PayPal uses for clients and tokens. */
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
  return new ApiError(400, 'INVALID_REQUEST', message, details)
}

export function unprocessable(refusals: { issue: Issue; field?: string }[], links: Link[] = []) {
  const details = refusals.map(({ issue, field }) => ({ issue, description: issues[issue], field }))
  const documentation = details.map(({ issue }) => ({
    href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
    rel: 'information_link',
    method: 'GET',
  }))
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return new ApiError(422, 'UNPROCESSABLE_ENTITY', message, details, [...links, ...documentation])
}

export function resourceNotFound() {
  const description = 'Specified resource ID does not exist. Please check the resource ID and try again.'
  return new ApiError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description },
  ])
}

export function stillRunning() {
  const description =
    'A previous request on this resource is currently in progress. Please wait for some time and try again.'
  return new ApiError(409, 'RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.', [
    { issue: 'PREVIOUS_REQUEST_IN_PROGRESS', description },
  ])
}

export function unsupportedMediaType() {
  const message = 'The server does not support the request payload media type.'
  return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message)
}

export function bodyTooLarge() {
  return new ApiError(413, 'REQUEST_ENTITY_TOO_LARGE', 'The request body is too large.')
}

export function internalServerError() {
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.')
}
