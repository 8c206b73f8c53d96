import { paths } from '@mela/contract'
import { onlineManager } from '@tanstack/react-query'
import { use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { useArrivals } from './lib/arrival.ts'
import { closeOnBack } from './lib/back.ts'
import { canonicalPath, Origin } from './lib/canonical.ts'
import { load, pageLoad } from './lib/page-data.ts'
import { shopIn, shopQuery } from './lib/shop.ts'
import { useVisitSteps } from './lib/visit-steps.ts'
import { useSyncedCart } from './shared/cart/use-synced-cart.ts'
import { useRememberPlace } from './shared/session/return-path.ts'
import { leaveToasts, Toasts } from './ui/toast.tsx'

/**
 * Runs before each page. In a closed shop the pages of account and login have neither menus nor delivery data: a
 * navigation from there loads a new document, so that the server decides what the visitor may see.
 */
export async function loadShop(args: LoaderFunctionArgs) {
  const { isBare } = shopIn(args.context.get(pageLoad).queryClient)
  if (!import.meta.env.SSR && isBare) {
    location.assign(args.request.url)
    // Never resolves: the old page stays until the new document is loaded.
    await new Promise(() => {})
  }
  return load(args, shopQuery())
}

/** Common to all screens: canonical address, scroll position, focus after a navigation, the account's cart, and toasts. */
export function RootLayout() {
  useArrivals()
  useFocusOnNavigation()
  useRememberPlace()
  useSyncedCart()
  useVisitSteps()
  const origin = use(Origin)
  const location = useLocation()
  // A product's page that was opened by the id names the canonical address itself.
  const canonical = origin && !location.pathname.startsWith(paths.productById('')) && origin + canonicalPath(location)
  useLayoutEffect(() => closeOnBack(location.key), [location.key])

  return (
    <>
      {canonical && <link rel="canonical" href={canonical} />}
      <NavigationProgress />
      <OfflineNote />
      <Outlet />
      <ScrollRestoration />
      <Toasts />
    </>
  )
}

/**
 * Announces a new page by moving the focus to its heading; the first page keeps the browser's focus. The same applies
 * when a page changed and the focused element was removed.
 */
function useFocusOnNavigation() {
  const { hash, key, ...location } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // A path with a trailing slash is the same page.
  const pathname = location.pathname.replace(/\/$/, '')
  const shown = useRef({ pathname, key })
  // A layout effect: a later one could take the focus from a field that the user has focused by keyboard meanwhile.
  useLayoutEffect(() => {
    if (shown.current.key === key) return
    const isNewPage = shown.current.pathname !== pathname
    shown.current = { pathname, key }
    if (isNewPage) leaveToasts(isBack)
    if (!isNewPage && (hash || document.activeElement !== document.body)) return
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname, hash, key, isBack])
}

function NavigationProgress() {
  return useNavigation().state === 'loading' && <div className="progress" />
}

function OfflineNote() {
  const isOnline = useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  const isWaiting = useNavigation().state === 'loading'
  if (isOnline) return null

  return (
    <p role="status" className="offline">
      {isWaiting ? 'You are offline. The page opens once you are connected.' : 'You are offline'}
    </p>
  )
}
