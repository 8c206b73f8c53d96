import { paths } from '@mela/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isAuthPath, safeRedirect } from './safe-redirect.ts'

/** Key in session storage, so that every tab has a last place of its own, which a full page load keeps. */
const KEY = 'mela.last-place'

/** Remembers the visitor's page, except pages for signing in. */
export function useRememberPlace(): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isAuthPath(pathname)) keepPlace(pathname + search + hash)
  }, [pathname, search, hash])
}

export const lastPlace = (): string => safeRedirect(keptPlace() ?? paths.home)

function keepPlace(place: string): void {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // The login then leads home.
  }
}

function keptPlace(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
