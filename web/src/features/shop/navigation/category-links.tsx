import { type MenuItem, paths } from '@mela/contract'
import { NavLink } from 'react-router'
import type { MenuCategory } from './menu-class.ts'

/** Pixels for the names of categories and further links in the header, on a screen of 1280 px. */
const ROOM = 440
/** The categories with products when all of their names fit, by an estimate of their width; otherwise none. */
export function fittingCategories(categories: readonly MenuCategory[] = [], menu: MenuItem[]): readonly MenuCategory[] {
  const shown = categories.filter(({ count }) => count > 0)
  const names = [...shown.map(({ name }) => name), ...menu.flatMap(([label, to]) => (to ? label : []))]
  return names.length * 24 + names.join('').length * 8.2 <= ROOM ? shown : []
}

/** The category links of the header on wide screens. */
export function CategoryLinks({ categories }: { categories: readonly MenuCategory[] }) {
  return categories.map(({ name, slug }) => (
    <NavLink key={slug} discover="none" to={paths.category(slug)} className="header-link max-xl:hidden">
      {name}
    </NavLink>
  ))
}
