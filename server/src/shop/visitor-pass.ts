import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, isSecure } from '../platform/http/secure-cookies.ts'

const PASS_COOKIE = 'mela_visitor'
const PASS_SECONDS = 7 * 24 * 3600

/** Another password ends all passes, because its hash signs them. */
const sign = (passwordHash: string, until: string) =>
  createHmac('sha256', passwordHash).update(`visitor until ${until}`).digest('base64url')

export function setPass(reply: FastifyReply, passwordHash: string): void {
  const secure = isSecure(reply.request)
  const until = String(Math.floor(Date.now() / 1000) + PASS_SECONDS)
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: PASS_SECONDS } as const
  reply.setCookie(cookieName(PASS_COOKIE, secure), `${until}.${sign(passwordHash, until)}`, options)
}

export const passOf = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(PASS_COOKIE, isSecure(request))]

export function isPassValid(pass: string, passwordHash: string): boolean {
  const [until = '', signature = ''] = pass.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(passwordHash, until))]
  return Number(until) * 1000 > Date.now() && given.length === expected.length && timingSafeEqual(given, expected)
}
