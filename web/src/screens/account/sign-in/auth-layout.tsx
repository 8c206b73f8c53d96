import { paths } from '@mela/contract'
import { Outlet } from 'react-router'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { SkipLink } from '../../../ui/layout.tsx'
import { Wordmark } from '../../../ui/wordmark.tsx'

/**
 * Positioned at a distance from the top that does not depend on its height: a page is drawn before it has arrived
 * completely.
 */
export function AuthLayout() {
  const shop = useShop()
  return (
    <div className="mx-auto min-h-dvh w-full max-w-108 px-4 py-8 sm:pt-[max(3.5rem,16dvh)] sm:pb-14">
      <SkipLink />
      <header className="mb-9 flex justify-center sm:mb-11">
        <Link to={paths.home} aria-label={`${shop.name}, home`} className="flex min-h-11 items-center px-2">
          <Wordmark shop={shop} className="text-[2.25rem]" />
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="grid gap-7 outline-none">
        <Outlet />
      </main>
    </div>
  )
}
