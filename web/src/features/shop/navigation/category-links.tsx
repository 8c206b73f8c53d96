import type { Category } from '@mela/contract'
import { NavLink } from 'react-router'
import { paths } from '../../../lib/paths.ts'

/** What the header has for names beside everything else, in pixels at 1280, and about what a name takes of it. */
const ROOM = 440
const widthOf = ({ name }: Category) => 24 + name.length * 8.2

/** The categories that have something to show, when there is room for all of their names; otherwise none. */
export function fittingCategories(categories: readonly Category[] = []): readonly Category[] {
  const shown = categories.filter(({ count }) => count > 0)
  return shown.reduce((width, category) => width + widthOf(category), 0) <= ROOM ? shown : []
}

/** On wide screens the categories stand in the header themselves. */
export function CategoryLinks({ categories }: { categories: readonly Category[] }) {
  return categories.map(({ _id, name, slug }) => (
    <NavLink key={_id} to={paths.category(slug)} className="header-link max-xl:hidden">
      {name}
    </NavLink>
  ))
}
