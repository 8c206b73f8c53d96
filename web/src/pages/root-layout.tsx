import { use, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useRememberPlace } from '../features/auth/last-place.ts'
import { canonicalPath, Origin } from '../lib/canonical.ts'
import { Toasts } from '../ui/toast.tsx'

/** What every screen shares: its canonical address, scroll position, focus after a navigation, and toasts. */
export function RootLayout() {
  useFocusOnNavigation()
  useRememberPlace()
  const canonical = use(Origin) + canonicalPath(useLocation())

  return (
    <>
      <link rel="canonical" href={canonical} />
      <Outlet />
      <ScrollRestoration />
      <Toasts />
    </>
  )
}

/** A new page is announced by moving the focus to its heading; the first one keeps the browser's own. */
function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}
