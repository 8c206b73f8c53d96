import { paths } from '@mela/contract'
import { NavLink } from 'react-router'
import type { MenuCategory } from './menu-class.ts'

/** Pixels left for names in the header at 1280, and the approximate width of a name. */
const ROOM = 440
const widthOf = ({ name }: MenuCategory) => 24 + name.length * 8.2

/** The categories with products, when there is room for all of their names; otherwise none. */
export function fittingCategories(categories: readonly MenuCategory[] = []): readonly MenuCategory[] {
  const shown = categories.filter(({ count }) => count > 0)
  return shown.reduce((width, category) => width + widthOf(category), 0) <= ROOM ? shown : []
}

/** The category links of the header on wide screens. */
export function CategoryLinks({ categories }: { categories: readonly MenuCategory[] }) {
  return categories.map(({ name, slug }) => (
    <NavLink key={slug} discover="none" to={paths.category(slug)} className="header-link max-xl:hidden">
      {name}
    </NavLink>
  ))
}
