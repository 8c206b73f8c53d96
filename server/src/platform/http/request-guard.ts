import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode, Failure } from '@mela/contract'
import type { Env } from '../runtime/env.ts'
import { isLoopbackHost } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

const UNREADABLE = bodyOf('This request could not be read.', 'invalid_request')
const FAULT = bodyOf('Something went wrong, please try again later...', 'internal_error')
const WRONG_NAME = bodyOf('This shop is not reached under this name.', 'wrong_host')
/** Load balancers use the address, not the name. */
const HEALTH = /^\/api\/(health|ready)\/?(\?|$)/

/** The raw socket is checked before the page cache and the framework. */
export function requestGuard(env: Env) {
  const headers = Object.entries(securityHeaders(env))
  const isForThisShop = ownHostCheck(env)

  function admit(request: IncomingMessage): [status: number, body: string] | undefined {
    const target = originForm(request)
    const { host } = request.headers
    if (
      target === undefined ||
      hasSecondHost(request) ||
      (host === undefined ? request.httpVersion !== '1.0' : !isHost(host))
    ) {
      return [400, UNREADABLE]
    }
    request.url = target
    return isForThisShop(request) || HEALTH.test(target) ? undefined : [421, WRONG_NAME]
  }

  return {
    isOpenTo(request: IncomingMessage, response: ServerResponse): boolean {
      const refusal = admit(request)
      if (refusal) refuse(response, headers, ...refusal)
      return refusal === undefined
    },

    /** Errors of the framework and of Node need the headers, too. */
    shield(response: ServerResponse): void {
      for (const [name, value] of headers) response.setHeader(name, value)
    },

    answerBroken(error: Error & { code?: string }, socket: Duplex): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const status = brokenStatus[error.code ?? ''] ?? 400
      const { length } = UNREADABLE
      const head = [...headers, ['content-type', JSON_TYPE], ['content-length', length], ['connection', 'close']]
      const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head.map(([name, value]) => `${name}: ${value}`)]
      if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${UNREADABLE}`)
      socket.destroy(error)
    },

    answerFault(response: ServerResponse): void {
      if (response.headersSent) response.destroy()
      else refuse(response, headers, 500, FAULT)
    },

    /** Node itself would answer 417 without any header. */
    refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
      refuse(response, headers, 417, UNREADABLE)
    },
  }
}

const brokenStatus: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const JSON_TYPE = 'application/json; charset=utf-8'

function bodyOf(message: string, code: ErrorCode): string {
  return JSON.stringify({ success: false, message, code } satisfies Failure)
}

function refuse(response: ServerResponse, headers: [string, string][], status: number, body: string) {
  for (const [name, value] of headers) response.setHeader(name, value)
  response.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', connection: 'close' })
  response.end(body)
}

/** Node takes the first, and a proxy may have taken the last (RFC 9112 §3.2). */
function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

const ABSOLUTE = /^https?:\/\/([^/?\\@]+)([/?].*)?$/i

/** An absolute target's host takes precedence over the header (RFC 9112 §3.2.2). */
function originForm(request: IncomingMessage): string | undefined {
  const { url = '' } = request
  // A fragment is not part of an address: each would be another cache key of the same page.
  if (url.includes('#')) return undefined
  if (url.startsWith('/')) return url
  const [, host, rest = ''] = ABSOLUTE.exec(url) ?? []
  if (host === undefined) return undefined
  request.headers.host = host
  return rest.startsWith('/') ? rest : `/${rest}`
}

const A_HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i
const LOOPBACK_ADDRESS = /^(::ffff:)?127\.|^::1$/

const isHost = (host: string) => A_HOST.test(host)

/** Any name is accepted where PUBLIC_URL is not set. */
function ownHostCheck({ publicUrl, hasPublicUrl, proxies }: Env) {
  if (!hasPublicUrl) return () => true
  const { host: own, protocol } = new URL(publicUrl)
  return ({ headers, socket }: IncomingMessage): boolean => {
    const host = (proxies > 0 && lastOf(headers['x-forwarded-host'])) || (headers.host ?? '')
    if (host === own) return true
    if (!isHost(host)) return false
    // The operator's own machine, and the emulator on it, need no public name.
    if (isLoopbackHost(host)) return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
    // 1.2.3.4.5 and x:99999 are no hosts of an address.
    return URL.parse(`${protocol}//${host}`)?.host === own
  }
}

/** Proxies append; the last value is the trusted one, as in the framework. */
const lastOf = (values: string | string[] | undefined) =>
  String(values ?? '')
    .split(',')
    .at(-1)
    ?.trim()
