import { paths } from '@mela/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { keepPlace, keptPlace } from '../../../lib/browser/place.ts'
import { isAuthPath, safeRedirect } from './safe-redirect.ts'

/** Remembers the visitor's page, except pages for signing in (B51). */
export function useRememberPlace(): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isAuthPath(pathname)) keepPlace(pathname + search + hash)
  }, [pathname, search, hash])
}

export const lastPlace = (): string => safeRedirect(keptPlace() ?? paths.home)
