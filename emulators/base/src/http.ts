import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'

const maxBodyBytes = { json: 1_000_000, form: 1_000_000, multipart: 50_000_000 }
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

export interface ApiRequest {
  /** The `:id` of the route's path. */
  id: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The raw body. */
  text: string
  json: unknown
  form: URLSearchParams
  multipart: FormData
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string
  /** The key under which a repeated request finds the current state. */
  resourceId?: string | undefined
}

/** `local`: a browser or program on this machine, but no page of another site. */
export interface Route<Emulator, Access extends string> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  access: Access | 'everyone' | 'local'
  body?: 'json' | 'form' | 'multipart'
  handle(emulator: Emulator, request: ApiRequest): Answer | Promise<Answer>
  /** Makes the route honour an idempotency key: responds to a repeated request. */
  repeat?(emulator: Emulator, request: ApiRequest): Answer
}

export function noBody() {
  return { text: '', json: undefined as unknown, form: new URLSearchParams(), multipart: new FormData() }
}

export async function readBody(incoming: IncomingMessage, expected: Route<unknown, string>['body']) {
  const body = noBody()
  if (!expected) return body

  const contentType = incoming.headers['content-type'] ?? ''
  if (contentType.split(';')[0]?.trim().toLowerCase() !== mediaTypes[expected])
    throw new Refusal(415, 'The server does not support the media type of the request.')

  const bytes = await readBytes(incoming, maxBodyBytes[expected])
  if (expected === 'multipart') return { ...body, multipart: await parseMultipart(bytes, contentType) }
  const text = bytes.toString('utf8')
  if (expected === 'form') return { ...body, text, form: new URLSearchParams(text) }
  return { ...body, text, json: text.trim() === '' ? undefined : parseJson(text) }
}

/** Reads an oversized body to its end: the client of an aborted upload would never get its response. */
async function readBytes(incoming: IncomingMessage, max: number) {
  const chunks: Buffer<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length <= max) chunks.push(chunk)
  }
  if (length > max) throw new Refusal(413, 'The request body is too large.')
  return Buffer.concat(chunks)
}

async function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string) {
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(400, 'The request is not well-formed multipart form data.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request JSON is not well formed.')
  }
}

export function send(response: ServerResponse, { status, headers, body }: Answer, own: Record<string, string>) {
  const isJson = typeof body === 'object'
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...own,
    ...(isJson && { 'content-type': 'application/json' }),
    ...headers,
  })
  response.end(isJson ? JSON.stringify(body) : body)
}
