import { DEVICE_COOKIE } from '../src/people/known-devices.ts'
import { SESSION_COOKIE } from '../src/people/request-session.ts'
import type { Person } from './shop.ts'

interface Cookie {
  name: string
  value: string
  path?: string
  httpOnly?: boolean
  secure?: boolean
  sameSite?: string
  maxAge?: number
  expires?: Date
}

interface Answer {
  data?: { _id: string }
  cookies: Cookie[]
}

export function sessionCookieOf({ cookies }: Answer): Cookie | undefined {
  return cookies.find(({ name }) => name.endsWith(SESSION_COOKIE))
}

/** The cookie of a known device. */
export function deviceCookieOf({ cookies }: Answer): Cookie | undefined {
  return cookies.find(({ name }) => name.endsWith(DEVICE_COOKIE))
}

/** A browser that got this answer and keeps its cookies. */
export function browserAfter(answer: Answer): Person {
  const { name = SESSION_COOKIE, value } = sessionCookieOf(answer) ?? {}
  return { id: answer.data?._id ?? '', cookie: `${name}=${value}` }
}
