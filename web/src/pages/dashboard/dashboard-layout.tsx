import { paths, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { RequireAdmin } from '../../features/shop/auth/require-admin.tsx'
import { forgetVisitor } from '../../features/shop/cart/forget-visitor.ts'
import { useLogout } from '../../features/shop/navigation/account.api.ts'
import { LiveNote } from '../../features/staff/live/live-note.tsx'
import { useLiveUpdates } from '../../features/staff/live/use-live-updates.ts'
import { Sidebar } from '../../features/staff/navigation/sidebar.tsx'
import { PaletteButton } from '../../features/staff/palette/palette-button.tsx'
import { forgetPlaces } from '../../features/staff/palette/recent-places.ts'
import { usePalette } from '../../features/staff/palette/use-palette.tsx'
import { waitingReviewsQuery } from '../../features/staff/reviews/staff-reviews.api.ts'
import { ApiError } from '../../lib/api.ts'
import { useShop } from '../../lib/shop.ts'
import styles from '../../styles/dashboard.css?url'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { SkipLink } from '../../ui/layout/skip-link.tsx'
import { TimeZone } from '../../ui/values/time.tsx'
import { DashboardMenu } from './dashboard-menu.ts'

/** The layout of all staff screens: rendered only after the server has confirmed the user. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <div className="dense">
      <link rel="stylesheet" href={styles} precedence="dashboard" />
      <TimeZone value={useShop().timeZone}>
        <RequireAdmin fallback={<DashboardSkeleton />}>
          <SkipLink />
          <Frame>
            <Suspense fallback={<DashboardSkeleton />}>{children}</Suspense>
          </Frame>
        </RequireAdmin>
      </TimeZone>
    </div>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { key, pathname } = useLocation()
  const shop = useShop()
  const logout = useLogout(forgetAll)
  const { openPalette, palette } = usePalette()
  const { said, dismiss, newOrders, forgetOrders, isLost } = useLiveUpdates()
  const { data: waiting = 0, error } = useQuery(waitingReviewsQuery())
  const lacksTwoFactor = error instanceof ApiError && error.code === 'two_factor_demanded'
  const isAtOrders = pathname.startsWith(staffPaths.orders)
  const sidebar = (
    <Sidebar
      counts={{ [staffPaths.orders]: isAtOrders ? 0 : newOrders, [staffPaths.reviews]: waiting }}
      onLogout={() => openFromMenu(logout)}
    >
      <PaletteButton onClick={() => openFromMenu(openPalette)} />
    </Sidebar>
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setIsMenuOpen(false), [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: orders that arrive while the list is open count as seen
  useEffect(() => {
    if (isAtOrders) forgetOrders()
  }, [isAtOrders, newOrders])

  /** Closes the drawer before a dialog opens: a dialog inside it would close with it. */
  function openFromMenu(open: () => void) {
    setIsMenuOpen(false)
    open()
  }

  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] print:block">
      <aside className="border-line border-r bg-surface max-lg:hidden print:hidden">
        <div className="sticky top-0 h-[calc(100dvh-var(--banner,0rem))] overflow-y-auto px-3 pt-4">{sidebar}</div>
      </aside>
      <Dialog open={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu" kind="drawer">
        {sidebar}
      </Dialog>
      <div className="min-w-0">
        {shop.isClosed && (
          <p className="bg-warn-soft px-4 py-2.5 text-warn md:px-8 print:hidden">
            Your shop is closed.{' '}
            <Link to={staffPaths.settingField('shop', 'isOpen')} className="font-semibold underline underline-offset-3">
              Open it
            </Link>
          </p>
        )}
        <DashboardMenu value={{ openMenu: () => setIsMenuOpen(true), openPalette }}>
          {lacksTwoFactor ? <SetUpTwoFactor /> : children}
        </DashboardMenu>
      </div>
      <div className="contents">{palette}</div>
      <LiveNote said={said} onDismiss={dismiss} isLost={isLost} />
    </div>
  )
}

/** In place of every screen while the shop demands two-factor sign-in and the account has none. */
function SetUpTwoFactor() {
  return (
    <main id="content" className="grid content-start gap-4 p-8">
      <PageTitle title="Set up two-factor sign-in" heading="Set up two-factor sign-in" />
      <p className="max-w-[60ch] text-ink-2">
        This shop asks everybody who works here for a code from their phone besides the password. Set it up in your
        profile, then come back.
      </p>
      <ButtonLink to={paths.security}>Set it up</ButtonLink>
    </main>
  )
}

function forgetAll() {
  forgetVisitor()
  forgetPlaces()
}

function DashboardSkeleton() {
  return (
    <main id="content" aria-busy="true" className="appear-late grid content-start gap-4 p-8">
      <PageTitle title="Dashboard" />
      <h1 className="sr-only">Dashboard</h1>
      <Skeleton className="h-10 w-60 rounded-control" />
      <Skeleton className="h-80 rounded-tile" />
    </main>
  )
}
