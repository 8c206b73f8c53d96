import type { FastifyReply, FastifyRequest } from 'fastify'

export const DEVICE_COOKIE = 'mela_device'

/** As long as browsers keep a cookie. */
const SECONDS = 365 * 24 * 3600
/** One for each account that is used in one browser, newest first. */
const MOST_TOKENS = 5

/** By which of its accounts this browser is known. No credential: it keeps strangers' guesses from counting against it. */
export function devicesOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string[] {
  const tokens = (cookies[DEVICE_COOKIE] ?? '').split('.').filter(token => /^[\w-]{43}$/.test(token))
  return tokens.slice(0, MOST_TOKENS)
}

export function setDeviceCookie(reply: FastifyReply, tokens: string[]): void {
  if (tokens.length === 0) return
  const { protocol, server } = reply.request
  reply.setCookie(DEVICE_COOKIE, tokens.slice(0, MOST_TOKENS).join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: protocol === 'https' || server.env.mode === 'live',
    maxAge: SECONDS,
  })
}
