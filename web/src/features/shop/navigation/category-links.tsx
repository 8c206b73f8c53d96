import { type MenuItem, paths } from '@mela/contract'
import { NavLink } from 'react-router'
import type { MenuCategory } from './menu-class.ts'

/** Pixels for the names of categories and further links in the header, on a screen of 1280 px, beside the menu of all. */
const ROOM = 440
/** Pixels of that menu. */
const MENU = 130
const widthOf = (name: string) => 24 + name.length * 8.2

interface Fitting {
  shown: readonly MenuCategory[]
  /** Whether there are categories beside them, for a menu of all. */
  hasMore: boolean
}

/** The first categories with products whose names fit, by an estimate of their width. */
export function fittingCategories(categories: readonly MenuCategory[] = [], menu: MenuItem[]): Fitting {
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

/** The category links of the header on wide screens. */
export function CategoryLinks({ categories }: { categories: readonly MenuCategory[] }) {
  return categories.map(({ name, slug }) => (
    <NavLink key={slug} discover="none" to={paths.category(slug)} className="header-link max-xl:hidden">
      {name}
    </NavLink>
  ))
}
