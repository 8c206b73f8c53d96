import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, isSecure } from '../platform/http/secure-cookies.ts'

export const DEVICE_COOKIE = 'mela_device'

/** The longest lifetime that browsers allow. */
const SECONDS = 365 * 24 * 3600
/** One token for each account used in the browser, newest first. */
const MOST_TOKENS = 5

/** Device tokens are no credentials: they keep other people's attempts from counting against this browser. */
export function devicesOf(request: FastifyRequest): string[] {
  const brought = request.cookies[cookieName(DEVICE_COOKIE, isSecure(request))] ?? ''
  const tokens = brought.split('.').filter(token => /^[\w-]{43}$/.test(token))
  return tokens.slice(0, MOST_TOKENS)
}

export function setDeviceCookie(reply: FastifyReply, tokens: string[]): void {
  if (tokens.length === 0) return
  const secure = isSecure(reply.request)
  reply.setCookie(cookieName(DEVICE_COOKIE, secure), tokens.slice(0, MOST_TOKENS).join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SECONDS,
  })
}
