import { paths } from '../../../lib/paths.ts'

/** Any origin will do: a path that leaves this one would leave the shop too. */
const ORIGIN = 'https://shop.invalid'

/** The path to go to after signing in, or home when it could lead off the site or back to signing in (B50). */
export function safeRedirect(asked: string): string {
  const isPath = /^\/(?![/\\])/.test(asked) && !/\p{Cc}/u.test(asked)
  if (!isPath || !URL.canParse(asked, ORIGIN)) return paths.home

  const { origin, pathname } = new URL(asked, ORIGIN)
  return origin !== ORIGIN || isAuthPath(pathname) ? paths.home : asked
}

export function isAuthPath(pathname: string): boolean {
  return /^\/+auth(\/|$)/.test(pathname)
}
