import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { RequireAdmin } from '../../features/auth/require-admin.tsx'
import { useLogout } from '../../features/navigation/account.api.ts'
import { Sidebar } from '../../features/staff-navigation/sidebar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { forgetVisitor } from '../forget-visitor.ts'
import { SkipLink } from '../skip-link.tsx'
import { OpenMenu } from './dashboard-menu.ts'

/** The frame of everything that only staff sees: nothing of it is drawn before the server has said who is there. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <div className="dense">
      <RequireAdmin fallback={<DashboardSkeleton />}>
        <SkipLink />
        <Frame>
          <Suspense fallback={<DashboardSkeleton />}>{children}</Suspense>
        </Frame>
      </RequireAdmin>
    </div>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { key } = useLocation()
  const logout = useLogout(forgetVisitor)
  const sidebar = <Sidebar onLogout={() => logout.mutate()} />

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it, wherever it led
  useEffect(() => setIsMenuOpen(false), [key])

  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] print:block">
      <aside className="sticky top-0 h-[calc(100dvh-var(--strip,0rem))] overflow-y-auto border-line border-r bg-surface px-3 pt-4 max-lg:hidden print:hidden">
        {sidebar}
      </aside>
      <Dialog open={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu" kind="drawer">
        {sidebar}
      </Dialog>
      <OpenMenu value={() => setIsMenuOpen(true)}>{children}</OpenMenu>
    </div>
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
