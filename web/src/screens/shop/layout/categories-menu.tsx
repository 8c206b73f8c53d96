import { type MenuItem, paths } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { countLabel } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import type { CategoryLink } from '../../../shared/catalog/catalog.api.ts'
import { cx } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'

interface CategoriesMenuProps {
  categories: readonly CategoryLink[]
  /** Called when the menu opens, to load pictures and the other categories. */
  onOpen: () => void
  className?: string | undefined
}

/** A popover, so that it opens without JavaScript, and closes on Escape or a press outside. */
export function CategoriesMenu({ categories, onOpen, className }: CategoriesMenuProps) {
  const id = useId()

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="All categories"
        className={cx('header-link gap-1.5', className)}
      >
        <span>Categories</span> <ChevronDown className="size-4!" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: any entry closes the menu, by keyboard too */}
      <nav
        aria-label="All categories"
        id={id}
        popover="auto"
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        onToggle={event => event.newState === 'open' && onOpen()}
        className="menu-panel below-header wide-panel"
      >
        <ul className="menu-tiles">
          {categories.map(category => (
            <li key={category.slug}>
              <Link to={paths.category(category.slug)}>
                <i>
                  {category.picture !== undefined && (
                    <Picture picture={category.picture} alt="" sizes="56px" upTo={400} />
                  )}
                </i>
                <span dir="auto">{category.name}</span>
                <small>{countLabel(category.count, 'product')}</small>
              </Link>
              {category.children?.map(({ name, slug }) => (
                <Link dir="auto" key={slug} to={paths.category(slug)}>
                  {name}
                </Link>
              ))}
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** Pixels for the names of categories and further links in the header, on a screen of 1280 px, beside the menu of all. */
const ROOM = 440
const MENU = 130
const widthOf = (name: string) => 24 + name.length * 8.2

/**
 * The first categories with products whose names fit, by an estimate of their width, and whether there are others, for a
 * menu of all.
 */
export function fittingCategories(categories: readonly CategoryLink[], menu: MenuItem[]) {
  const links = menu.reduce((sum, [label, to]) => sum + (to ? widthOf(label) : 0), 0)
  const isFlat = categories.every(({ count, children = [] }) => count > 0 && children.length === 0)
  const widths = categories.map(({ name }) => widthOf(name))
  if (isFlat && links + widths.reduce((sum, width) => sum + width, 0) <= ROOM + MENU)
    return { shown: categories, hasMore: false }
  let room = ROOM - links
  const full = categories.filter(({ count }) => count > 0)
  const firstOut = full.findIndex(({ name }) => {
    room -= widthOf(name)
    return room < 0
  })
  return { shown: firstOut < 0 ? full : full.slice(0, firstOut), hasMore: true }
}
