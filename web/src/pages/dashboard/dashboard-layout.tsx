import { Link, Outlet } from 'react-router'
import { RequireAdmin } from '../../features/auth/require-admin.tsx'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { SkipLink } from '../skip-link.tsx'

/** The frame of everything that only staff sees. */
export function DashboardLayout() {
  return (
    <>
      <SkipLink />
      <header className="border-line border-b bg-surface">
        <div className="shell flex h-16 items-center justify-between gap-4">
          <Link to={paths.home} aria-label="Mela, home" className="-mx-2 flex min-h-11 items-center px-2">
            <Wordmark />
          </Link>
          <nav aria-label="Dashboard" className="-mr-3 flex items-center sm:gap-1">
            <ButtonLink to={paths.dashboard} variant="ghost" size={40}>
              Dashboard
            </ButtonLink>
            <ButtonLink to={paths.customers} variant="ghost" size={40}>
              Customers
            </ButtonLink>
            <ButtonLink to={paths.home} variant="ghost" size={40}>
              Shop
            </ButtonLink>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="shell min-h-[60dvh] py-8 outline-none lg:py-10">
        <RequireAdmin fallback={<DashboardSkeleton />}>
          <Outlet />
        </RequireAdmin>
      </main>
    </>
  )
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="appear-late grid gap-8">
      <PageTitle title="Dashboard" heading="Dashboard" />
      <Skeleton className="h-28 rounded-tile" />
    </div>
  )
}
