import { paths, type ShopInfo } from '@mela/contract'
import { Menu, Search, ShoppingBag } from 'lucide-react'
import { Fragment, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { NavLink, useLocation } from 'react-router'
import { holdBack } from '../../../lib/back.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import type { CategoryLink } from '../../../shared/catalog/catalog.api.ts'
import { useReturnPath } from '../../../shared/session/return-path.ts'
import { buttonClass, IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'
import { CategoriesMenu, fittingCategories } from './categories-menu.tsx'
import { SearchForm } from './search-form.tsx'

const MOST_SHOWN = 99

const AccountMenu = lazyPart(
  async () => (await import('./header-menus.tsx')).AccountMenu,
  () => <div className="size-11" />,
)
const SlideInMenu = lazyPart(async () => (await import('./header-menus.tsx')).SlideInMenu, NotLoaded)

interface SiteHeaderProps {
  categories: readonly CategoryLink[] | undefined
  cartCount: number
  onMenuOpen: () => void
  onLogout: () => void
}

type Overlay = 'menu' | 'search'

/** Truncates entries: those that the owner adds may be as long as the title of a page. */
const entryClass = 'header-link inline-block! max-w-48 truncate leading-11'

export function SiteHeader({ categories, cartCount, onMenuOpen, onLogout }: SiteHeaderProps) {
  const shop = useShop()
  const isScrolled = useIsScrolled()
  const isHydrated = useHydrated()
  const fitting = fittingCategories(categories, shop.headerMenu)
  const { overlay, toggle, close } = useOverlay()
  const searchButton = useRef<HTMLButtonElement>(null)

  function handleMenu() {
    onMenuOpen()
    toggle('menu')
  }

  function handleSearchClose() {
    close()
    searchButton.current?.focus()
  }

  return (
    <>
      {shop.announcement && <AnnouncementBar {...shop.announcement} />}
      <header
        className={cx(
          'sticky top-0 z-header border-b bg-paper transition-colors',
          isScrolled ? 'border-line' : 'border-transparent',
        )}
      >
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
                  {categories?.length !== 0 && (
                    <CategoriesMenu
                      categories={categories}
                      onOpen={onMenuOpen}
                      className={fitting.hasMore ? undefined : 'xl:hidden'}
                    />
                  )}
                </Fragment>
              ),
            )}
          </nav>
          <SearchForm className="ml-auto hidden max-w-80 grow lg:block xl:max-w-105" />
          <div
            className={cx(
              '-mr-[12px] ml-auto flex items-center justify-end lg:mr-0 lg:ml-3 lg:min-w-58 lg:gap-2',
              !isHydrated && 'unknown-user',
            )}
          >
            <IconButton
              ref={searchButton}
              label="Search"
              aria-expanded={overlay === 'search'}
              noTip
              className="lg:hidden [@media(scripting:none)]:hidden"
              onClick={overlay === 'search' ? handleSearchClose : () => toggle('search')}
            >
              <Search />
            </IconButton>
            <Link
              to={paths.searchBase}
              aria-label="Search"
              className={iconButtonClass({
                className: 'hidden! lg:hidden! [@media(scripting:none)]:max-lg:inline-grid!',
              })}
            >
              <Search />
            </Link>
            <CartLink count={cartCount} />
            <div className="hidden lg:block">
              <AccountSlot onLogout={onLogout} />
            </div>
          </div>
        </div>
        {overlay === 'search' && <SearchPanel onClose={handleSearchClose} />}
        {overlay === 'menu' && (
          <Suspense>
            <SlideInMenu categories={categories} onClose={close} onLogout={onLogout} />
          </Suspense>
        )}
      </header>
    </>
  )
}

function AccountSlot({ onLogout }: { onLogout: () => void }) {
  const user = useCurrentUser()
  const here = useReturnPath()
  if (user)
    return (
      <Suspense fallback={<div className="size-11" />}>
        <AccountMenu user={user} onLogout={onLogout} />
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

/** The search on small screens; Back closes it, as it closes dialogs. */
function SearchPanel({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const handleCancel = useEffectEvent(onClose)
  useEffect(() => {
    const panel = ref.current
    if (!panel) return
    holdBack(panel)
    panel.addEventListener('cancel', handleCancel)
    return () => panel.removeEventListener('cancel', handleCancel)
  }, [])

  return (
    <div ref={ref} className="shell absolute inset-x-0 top-full border-line border-b bg-paper pb-3 lg:hidden">
      <SearchForm autoFocus onEscape={onClose} />
    </div>
  )
}

/** The open panel on small screens; every navigation closes it, because it is stored with the location's key. */
function useOverlay() {
  const { key } = useLocation()
  const [opened, setOpened] = useState<{ overlay: Overlay; key: string }>()
  const overlay = opened?.key === key ? opened.overlay : undefined

  return {
    overlay,
    toggle: (wanted: Overlay) => setOpened(overlay === wanted ? undefined : { overlay: wanted, key }),
    close: () => setOpened(undefined),
  }
}

const THRESHOLD = 8

function subscribe(listener: () => void) {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > THRESHOLD,
    () => false,
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

function CartLink({ count }: { count: number }) {
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
