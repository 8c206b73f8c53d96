import { paths } from '@mela/contract'
import { useLocation, useSearchParams } from 'react-router'
import { Link } from '../../lib/link.tsx'
import { cx } from '../../ui/layout/cx.ts'

/** Login and registration are one way in; the page to return to is kept between them. */
export function AuthTabs() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const redirect = search.get('redirect') ?? undefined
  const tabs = [
    { to: paths.login(redirect), label: 'Login', isHere: pathname.startsWith(paths.login()) },
    { to: paths.register(redirect), label: 'Create an account', isHere: pathname.startsWith(paths.register()) },
  ]

  return (
    <nav aria-label="Login or register" className="grid grid-cols-2 gap-1 rounded-control bg-ink/6 p-1">
      {tabs.map(({ to, label, isHere }) => (
        <Link
          key={label}
          to={to}
          replace
          aria-current={isHere ? 'page' : undefined}
          className={cx(
            'type-ui grid min-h-10 place-items-center rounded-[7px] px-3 text-center',
            isHere ? 'bg-surface text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
