import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Emulator } from './emulator.ts'
import { bodyTooLarge, invalidRequest, unsupportedMediaType } from './errors.ts'

const maxBodyBytes = 1_000_000

export interface ApiRequest {
  /** The `:id` of the route's path. */
  id: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The body as it came. */
  text: string
  json: unknown
  form: URLSearchParams
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string
  /** Under which a repeated request finds the latest state. */
  resourceId?: string
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  access: 'everyone' | 'client' | 'bearer'
  body?: 'json' | 'form'
  handle(emulator: Emulator, request: ApiRequest): Answer | Promise<Answer>
  /** Makes the route obey PayPal-Request-Id: answers a repeated request. */
  repeat?(emulator: Emulator, request: ApiRequest): Answer
}

export async function readBody(incoming: IncomingMessage, expected: Route['body']) {
  const body = { text: '', json: undefined as unknown, form: new URLSearchParams() }
  if (!expected) return body

  const mediaType = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const wanted = expected === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  if (mediaType !== wanted) throw unsupportedMediaType()

  const text = await readText(incoming)
  if (expected === 'form') return { ...body, text, form: new URLSearchParams(text) }
  return { ...body, text, json: text.trim() === '' ? undefined : parseJson(text) }
}

/** Reads to the end even when it is too much: an abandoned upload would never get its answer. */
async function readText(incoming: IncomingMessage) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length <= maxBodyBytes) chunks.push(chunk)
  }
  if (length > maxBodyBytes) throw bodyTooLarge()
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const description = 'The request JSON is not well formed.'
    throw invalidRequest([{ issue: 'MALFORMED_REQUEST_JSON', description, field: '/', location: 'body' }])
  }
}

export function send(response: ServerResponse, { status, headers, body }: Answer, debugId: string) {
  const isJson = typeof body === 'object'
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'paypal-debug-id': debugId,
    ...(isJson && { 'content-type': 'application/json' }),
    ...headers,
  })
  response.end(isJson ? JSON.stringify(body) : body)
}
