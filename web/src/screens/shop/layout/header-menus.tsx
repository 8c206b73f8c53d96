import { paths } from '@mela/contract'
import { Fragment, useId } from 'react'
import { type StoredUser, useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { useContactLink, useShop } from '../../../lib/shop.ts'
import type { CategoryLink } from '../../../shared/catalog/catalog.api.ts'
import { useReturnPath } from '../../../shared/session/return-path.ts'
import { useLogout } from '../../../shared/session/sign-out.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'

const menuItemClass =
  'type-ui flex min-h-11 w-full items-center rounded-control px-3 text-left transition-colors hover:bg-ink/6'

/** Shown to admins only, for convenience: the dashboard itself asks the server for the user. */
function DashboardButton({ wide }: { wide?: boolean }) {
  const user = useCurrentUser()
  if (user?.role !== 'admin') return null

  return (
    <ButtonLink
      to={paths.dashboard}
      variant="outline"
      size={40}
      wide={wide}
      onClick={() => toastSuccess('Welcome to the admin dashboard!')}
    >
      Dashboard
    </ButtonLink>
  )
}

export function AccountMenu({ user }: { user: StoredUser }) {
  const id = useId()
  const { firstName, lastName } = user.name

  return (
    <div className="flex items-center gap-2">
      <DashboardButton />
      <button
        type="button"
        popoverTarget={id}
        aria-label={`Account of ${firstName} ${lastName}`}
        className="grid size-11 place-items-center rounded-full transition-colors hover:bg-ink/6"
      >
        <Avatar firstName={firstName} url={user.avatarUrl} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: any entry closes the menu, by keyboard too */}
      <nav
        aria-label="Account"
        id={id}
        popover="auto"
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        className="menu-panel below-header right-[max(var(--gutter),calc((100%-1440px)/2))] w-64"
      >
        <div className="flex items-center gap-3 border-line border-b px-3 pt-2 pb-3">
          <Avatar firstName={firstName} url={user.avatarUrl} size={40} />
          <Identity user={user} />
        </div>
        <AccountEntries />
      </nav>
    </div>
  )
}

function Identity({ user: { name, email } }: { user: StoredUser }) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="type-ui truncate font-semibold!">{`${name.firstName} ${name.lastName}`}</p>
      <p className="type-small truncate text-ink-2">{email}</p>
    </div>
  )
}

function AccountEntries() {
  const logout = useLogout()
  const accountLinks = [
    { label: 'Profile', to: paths.profile },
    { label: 'My Orders', to: paths.orders },
    { label: 'Help', to: useContactLink() },
  ]

  return (
    <ul className="pt-1.5">
      {accountLinks.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className={menuItemClass}>
            {label}
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={menuItemClass} onClick={logout}>
          Logout
        </button>
      </li>
    </ul>
  )
}

interface SlideInMenuProps {
  categories: readonly CategoryLink[]
  onClose: () => void
}

/** The parts of the header that do not fit small screens. */
export function SlideInMenu({ categories, onClose }: SlideInMenuProps) {
  const { headerMenu } = useShop()
  return (
    <Dialog onClose={onClose} title="Menu" kind="drawer">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: any entry closes the menu, by keyboard too */}
      <nav aria-label="Menu" className="-mx-3 grid" onClick={onClose}>
        {headerMenu.map(([label, to], index) =>
          to ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
            <Link key={index} to={to} className={cx(menuItemClass, to === paths.sale && 'text-sale')}>
              <bdi>{label}</bdi>
            </Link>
          ) : (
            <Fragment key={label}>
              {categories.length > 0 && <p className="type-eyebrow px-3 pb-1 text-ink-2">Categories</p>}
              {categories.flatMap(({ children = [], ...category }) => [
                <CategoryItem key={category.slug} {...category} />,
                ...children.map(child => <CategoryItem key={child.slug} {...child} isBelow />),
              ])}
            </Fragment>
          ),
        )}
        <AccountPart />
      </nav>
    </Dialog>
  )
}

type CategoryItemProps = Pick<CategoryLink, 'name' | 'slug' | 'count'> & { isBelow?: boolean }

function CategoryItem({ name, slug, count, isBelow }: CategoryItemProps) {
  return (
    <Link to={paths.category(slug)} className={cx(menuItemClass, isBelow && 'pl-8')}>
      <span dir="auto">{name}</span> <span className="ml-auto text-ink-3 tabular-nums">{count}</span>
    </Link>
  )
}

function AccountPart() {
  const user = useCurrentUser()
  const here = useReturnPath()
  if (!user)
    return (
      <div className="mt-4 grid gap-3 border-line border-t px-3 pt-6">
        <ButtonLink to={paths.login(here)} variant="outline" wide>
          Login
        </ButtonLink>
        <ButtonLink to={paths.register(here)} wide>
          Register
        </ButtonLink>
      </div>
    )

  return (
    <div className="mt-4 grid border-line border-t pt-5">
      <div className="grid px-3">
        <Identity user={user} />
      </div>
      <AccountEntries />
      <div className="px-3 pt-4 empty:hidden">
        <DashboardButton wide />
      </div>
    </div>
  )
}
