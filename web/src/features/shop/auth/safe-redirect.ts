import { AREAS, isIn, paths } from '@mela/contract'

/** Any origin works: a path that leaves this one would leave the shop as well. */
const ORIGIN = 'https://shop.invalid'

/** The path after signing in; home when it could lead off the site or to the sign-in pages. */
export function safeRedirect(asked: string): string {
  const isPath = /^\/(?![/\\])/.test(asked) && !/\p{Cc}/u.test(asked)
  if (!isPath || !URL.canParse(asked, ORIGIN)) return paths.home

  const { origin, pathname } = new URL(asked, ORIGIN)
  return origin !== ORIGIN || pathname.startsWith('//') || isAuthPath(pathname) ? paths.home : asked
}

export function isAuthPath(pathname: string): boolean {
  return isIn(AREAS.auth, pathname.replace(/^\/+/, '/'))
}
