import { AREAS, isIn, paths } from '@mela/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../../lib/hydrated.ts'
import { createTabText } from '../../lib/storage.ts'

/** Any origin works: a path that leaves this one would leave the shop as well. */
const ORIGIN = 'https://shop.invalid'

/** The path after signing in; home when it could lead off the site, or to a page of signing in other than a link's. */
export function safeRedirect(asked: string): string {
  const isPath = /^\/(?![/\\])/.test(asked) && !/\p{Cc}/u.test(asked)
  if (!isPath || !URL.canParse(asked, ORIGIN)) return paths.home

  const { origin, pathname } = new URL(asked, ORIGIN)
  return origin !== ORIGIN || pathname.startsWith('//') || (isAuthPath(pathname) && pathname !== paths.confirmEmail)
    ? paths.home
    : asked
}

function isAuthPath(pathname: string): boolean {
  return isIn(AREAS.auth, pathname.replace(/^\/+/, '/'))
}

/** Every tab has a last place of its own. */
const place = createTabText('mela.last-place')

export function useRememberPlace(): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isAuthPath(pathname)) place.set(pathname + search + hash)
  }, [pathname, search, hash])
}

/** The next person must not land on the order or the dashboard of the one before. */
export const forgetPlace = (): void => void place.take()

export const lastPlace = (): string => safeRedirect(place.get() ?? paths.home)

/** The redirect after signing in. The server's HTML is cached for many addresses, so it contains none. */
export function useReturnPath(): string | undefined {
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  return isHydrated && pathname !== paths.home ? `${pathname}${search}` : undefined
}
