import { paths, type ShopInfo } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Menu, Search, ShoppingBag } from 'lucide-react'
import { Fragment, Suspense, useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { cartCount, useCart } from '../../../shared/cart/cart.store.ts'
import { categoriesQuery, isTop, menuQuery, withPicture } from '../../../shared/catalog/catalog.api.ts'
import { useReturnPath } from '../../../shared/session/return-path.ts'
import { buttonClass, IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'
import { CategoriesMenu, fittingCategories } from './categories-menu.tsx'
import { SearchForm } from './search-form.tsx'

const MOST_SHOWN = 99

const AccountMenu = lazyPart(async () => (await import('./header-menus.tsx')).AccountMenu)
const SlideInMenu = lazyPart(async () => (await import('./header-menus.tsx')).SlideInMenu)

/** Truncates entries: those that the owner adds may be as long as the title of a page. */
const entryClass = 'header-link inline-block! max-w-48 truncate leading-11'

export function SiteHeader() {
  const shop = useShop()
  const isHydrated = useHydrated()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const { data: first = [] } = useQuery(menuQuery())
  const { data: categories = first } = useQuery({ ...fullMenuQuery(), enabled: isFull })
  const fitting = fittingCategories(categories, shop.headerMenu)
  const searchId = useId()
  const search = useRef<HTMLDivElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation
  useEffect(() => () => search.current?.hidePopover?.(), [key])

  function handleMenu() {
    setIsFull(true)
    setIsMenuOpen(true)
  }

  return (
    <>
      {shop.announcement && <AnnouncementBar {...shop.announcement} />}
      <header className="sticky top-0 z-header scrolled-line bg-paper">
        <div className="shell flex h-14 items-center lg:h-18 lg:gap-3">
          <IconButton
            label="Open menu"
            aria-haspopup="dialog"
            noTip
            className="-ml-[12px] lg:hidden [@media(scripting:none)]:hidden"
            onClick={handleMenu}
          >
            <Menu />
          </IconButton>
          <HomeLink className="min-h-11 pr-3 lg:pr-5" />
          <nav aria-label="Shop" className="hidden min-w-0 items-center lg:flex">
            {shop.headerMenu.map(([label, to], index) =>
              to ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
                <NavLink key={index} discover="none" to={to} className={entryClass}>
                  {label}
                </NavLink>
              ) : (
                <Fragment key={label}>
                  {fitting.shown.map(({ name, slug }) => (
                    <NavLink key={slug} discover="none" to={paths.category(slug)} className="header-link max-xl:hidden">
                      {name}
                    </NavLink>
                  ))}
                  {categories.length > 0 && (
                    <CategoriesMenu
                      categories={categories}
                      onOpen={() => setIsFull(true)}
                      className={fitting.hasMore ? undefined : 'xl:hidden'}
                    />
                  )}
                </Fragment>
              ),
            )}
          </nav>
          <div
            ref={search}
            id={searchId}
            popover="auto"
            className="shell below-header fixed inset-x-0 bottom-auto m-0 max-w-none overflow-visible border-line border-b bg-paper pb-3 text-ink backdrop:bg-transparent lg:contents"
          >
            <SearchForm className="grow lg:ml-auto lg:max-w-80 xl:max-w-105" />
          </div>
          <div
            className={cx(
              '-mr-[12px] ml-auto flex items-center justify-end lg:mr-0 lg:ml-3 lg:min-w-58 lg:gap-2',
              !isHydrated && 'unknown-user',
            )}
          >
            <IconButton label="Search" popoverTarget={searchId} noTip className="lg:hidden">
              <Search />
            </IconButton>
            <CartLink />
            <div className="hidden lg:block">
              <AccountSlot />
            </div>
          </div>
        </div>
        {isMenuOpen && (
          <Suspense>
            <SlideInMenu categories={categories} onClose={() => setIsMenuOpen(false)} />
          </Suspense>
        )}
      </header>
    </>
  )
}

/** All top-level categories with pictures, loaded when a menu of them is opened. */
const fullMenuQuery = () => categoriesQuery('full-menu', all => all.filter(isTop).map(withPicture))

function AccountSlot() {
  const user = useCurrentUser()
  const here = useReturnPath()
  if (user)
    return (
      <Suspense fallback={<div className="size-11" />}>
        <AccountMenu user={user} />
      </Suspense>
    )

  return (
    <div className="flex items-center gap-1">
      <Link to={paths.login(here)} className={buttonClass({ variant: 'ghost', size: 40 })}>
        Login
      </Link>
      <Link to={paths.register(here)} className={buttonClass({ size: 40 })}>
        Register
      </Link>
    </div>
  )
}

function AnnouncementBar({ text, link }: NonNullable<ShopInfo['announcement']>) {
  return (
    <aside aria-label="Announcement" className="wrap-anywhere bg-brand px-(--gutter) py-2 text-center text-on-brand">
      {link ? (
        <Link dir="auto" to={link} className="underline underline-offset-3 focus-visible:outline-on-brand!">
          {text}
        </Link>
      ) : (
        text
      )}
    </aside>
  )
}

function CartLink() {
  const count = cartCount(useCart())
  return (
    <Link
      to={paths.cart}
      aria-label={`Cart, ${countLabel(count, 'item')}`}
      className={iconButtonClass({ tipEnd: true })}
    >
      <ShoppingBag />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="on-tile absolute top-0.5 right-0 grid h-5 min-w-5 scale-100 place-items-center rounded-full bg-marigold px-1 font-semibold text-[11px] tabular-nums leading-none transition-transform duration-300 starting:scale-50"
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  )
}
