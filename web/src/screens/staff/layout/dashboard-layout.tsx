import { paths, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell, Search, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { RequireAdmin } from '../../../shared/session/require-user.tsx'
import { useLogout } from '../../../shared/session/sign-out.ts'
import styles from '../../../styles/dashboard.css?url'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { SkipLink } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { TimeZone } from '../../../ui/time.tsx'
import { DashboardMenu } from './section.tsx'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { type Sentence, useLiveUpdates } from './use-live-updates.ts'

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog)

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
  const logout = useLogout()
  const { openPalette, palette } = usePalette()
  const { said, dismiss, newOrders, forgetOrders } = useLiveUpdates()
  const { data: waiting, error } = useQuery(dataQuery('GET /reviews/waiting'))
  const lacksTwoFactor = error instanceof ApiError && error.code === 'two_factor_demanded'
  const isAtOrders = pathname.startsWith(staffPaths.orders)
  const sidebar = (
    <Sidebar
      counts={{ [staffPaths.orders]: isAtOrders ? 0 : newOrders, [staffPaths.reviews]: waiting?.count ?? 0 }}
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
      {isMenuOpen && (
        <Dialog onClose={() => setIsMenuOpen(false)} title="Menu" kind="drawer">
          {sidebar}
        </Dialog>
      )}
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
      <LiveNote said={said} onDismiss={dismiss} />
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

function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="flex min-h-10 items-center gap-3 rounded-control border border-line bg-paper px-3 text-left text-ink-2 transition-colors hover:border-edge hover:text-ink pointer-coarse:min-h-11"
    >
      <Search className="size-4.5" />
      <span className="grow">Search</span>
      <span
        aria-hidden="true"
        className="type-small rounded-[5px] border border-line bg-surface px-1.5 pointer-coarse:hidden"
      >
        {navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

/** Palette and help with their shortcuts; their code is not part of the first screen. */
function usePalette() {
  const [open, setOpen] = useState<'palette' | 'help'>()
  const openPalette = () => setOpen('palette')
  const close = () => setOpen(undefined)
  // Loads the palette before its first use, because a user who presses Ctrl K continues typing at once.
  useEffect(() => void PaletteDialog.load().catch(() => {}), [])
  useShortcuts(openPalette, () => setOpen('help'))

  const palette = (
    <Suspense>
      {open === 'palette' && <PaletteDialog onClose={close} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  )
  return { openPalette, palette }
}

/** One line under the header for all live updates. It covers neither toasts nor form buttons, and takes no focus. */
function LiveNote({ said, onDismiss }: { said: Sentence | undefined; onDismiss: () => void }) {
  return (
    <div
      role="status"
      aria-label="What just happened"
      className="pointer-events-none fixed inset-x-2 top-[calc(4.5rem+var(--banner,0rem))] z-header mx-auto max-w-104 lg:left-62 print:hidden"
    >
      {said && (
        <div
          key={said.text}
          className="note-in pointer-events-auto flex min-h-12 items-center gap-3 rounded-tile border border-line bg-surface py-1 pl-4 shadow-menu"
        >
          <Bell className="size-4.5 text-info" />
          <Link
            dir="auto"
            to={said.to}
            onClick={onDismiss}
            className="grow rounded-sm py-2 font-medium tabular-nums decoration-edge underline-offset-3 hover:underline"
          >
            {said.text}
          </Link>
          <IconButton label="Dismiss" size={40} tipEnd className="text-ink-2" onClick={onDismiss}>
            <X />
          </IconButton>
        </div>
      )}
    </div>
  )
}
