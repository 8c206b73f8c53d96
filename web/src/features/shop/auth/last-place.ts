import { paths } from '@mela/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isAuthPath, safeRedirect } from './safe-redirect.ts'

/** In session storage, so that every tab has its own and a full page load keeps it. */
const KEY = 'mela.last-place'

/** Remembers the visitor's page, except pages for signing in (B51). */
export function useRememberPlace(): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isAuthPath(pathname)) keep(pathname + search + hash)
  }, [pathname, search, hash])
}

function keep(place: string): void {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // Without storage the login leads home.
  }
}

export function lastPlace(): string {
  try {
    return safeRedirect(sessionStorage.getItem(KEY) ?? paths.home)
  } catch {
    return paths.home
  }
}
