import { Link, Outlet } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { SkipLink } from '../skip-link.tsx'

export function AuthLayout() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-108 flex-col px-4 py-8 sm:justify-center sm:py-14">
      <SkipLink />
      <header className="mb-9 flex justify-center sm:mb-11">
        <Link to={paths.home} aria-label="Mela, home" className="flex min-h-11 items-center px-2">
          <Wordmark className="text-[2.25rem]" />
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="grid gap-7 outline-none">
        <Outlet />
      </main>
    </div>
  )
}
