import { paths } from '@mela/contract'
import { Fragment } from 'react'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { useReturnPath } from '../../../shared/session/return-path.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { accountLinks, DashboardButton } from './account-menu.tsx'
import { type MenuCategory, menuItemClass } from './categories-menu.tsx'

interface SlideInMenuProps {
  categories: readonly MenuCategory[] | undefined
  onClose: () => void
  onLogout: () => void
}

/** The parts of the header that do not fit small screens. */
export function SlideInMenu({ categories = [], onClose, onLogout }: SlideInMenuProps) {
  const { headerMenu } = useShop()
  return (
    <Dialog open onClose={onClose} title="Menu" kind="drawer">
      <nav aria-label="Menu" className="-mx-3 grid">
        {headerMenu.map(([label, to], index) =>
          to ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
            <Link key={index} to={to} className={cx(menuItemClass, to === paths.sale && 'text-sale')} onClick={onClose}>
              <bdi>{label}</bdi>
            </Link>
          ) : (
            <Fragment key={label}>
              {categories.length > 0 && <p className="type-eyebrow px-3 pb-1 text-ink-2">Categories</p>}
              {categories.flatMap(({ children = [], ...category }) => [
                <CategoryItem key={category.slug} category={category} onClose={onClose} />,
                ...children.map(child => <CategoryItem key={child.slug} category={child} isBelow onClose={onClose} />),
              ])}
            </Fragment>
          ),
        )}
        <AccountPart onClose={onClose} onLogout={onLogout} />
      </nav>
    </Dialog>
  )
}

interface CategoryItemProps {
  category: MenuCategory
  isBelow?: boolean
  onClose: () => void
}

function CategoryItem({ category: { name, slug, count }, isBelow, onClose }: CategoryItemProps) {
  return (
    <Link to={paths.category(slug)} className={cx(menuItemClass, isBelow && 'pl-8')} onClick={onClose}>
      <span dir="auto">{name}</span> <span className="ml-auto text-ink-3 tabular-nums">{count}</span>
    </Link>
  )
}

function AccountPart({ onClose, onLogout }: Pick<SlideInMenuProps, 'onClose' | 'onLogout'>) {
  const user = useCurrentUser()
  const here = useReturnPath()

  function handleLogout() {
    onClose()
    onLogout()
  }

  if (!user)
    return (
      <div className="mt-4 grid gap-3 border-line border-t px-3 pt-6">
        <ButtonLink to={paths.login(here)} variant="outline" wide onClick={onClose}>
          Login
        </ButtonLink>
        <ButtonLink to={paths.register(here)} wide onClick={onClose}>
          Register
        </ButtonLink>
      </div>
    )

  return (
    <div className="mt-4 grid border-line border-t pt-5">
      <p
        dir="auto"
        className="type-ui truncate px-3 font-semibold!"
      >{`${user.name.firstName} ${user.name.lastName}`}</p>
      <p className="type-small truncate px-3 pb-2 text-ink-2">{user.email}</p>
      {accountLinks.map(({ label, to }) => (
        <Link dir="auto" key={label} to={to} className={menuItemClass} onClick={onClose}>
          {label}
        </Link>
      ))}
      <button type="button" className={menuItemClass} onClick={handleLogout}>
        Logout
      </button>
      <div className="px-3 pt-4 empty:hidden">
        <DashboardButton wide onClick={onClose} />
      </div>
    </div>
  )
}
