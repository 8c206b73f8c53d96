import type { Category } from '@mela/contract'
import { Link } from 'react-router'
import { countLabel } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { cx } from '../../ui/cx.ts'
import { Picture } from '../../ui/picture.tsx'

const threeWide = 'grid-cols-3'
const fourWide = 'grid-cols-4 max-sm:gap-2'

/** Large picture links to the categories that have something to show. */
export function CategoryRow({ categories }: { categories: readonly Category[] }) {
  const shown = categories.filter(category => category.count > 0)

  return (
    <ul className={cx('grid gap-(--gap)', shown.length % 3 === 0 ? threeWide : fourWide)}>
      {shown.map(category => (
        <li key={category._id}>
          <CategoryTile category={category} />
        </li>
      ))}
    </ul>
  )
}

function CategoryTile({ category }: { category: Category }) {
  return (
    <Link
      to={paths.category(category.slug)}
      className="group block md:on-tile md:relative md:flex md:aspect-4/3 md:overflow-hidden md:rounded-tile md:bg-tile xl:aspect-3/2"
    >
      <Picture
        picture={category.picture}
        alt=""
        sizes="(width >= 48rem) 24vw, 30vw"
        className="rounded-tile transition-transform duration-300 md:absolute! md:right-0 md:h-full md:w-auto! md:rounded-none motion-safe:md:group-hover:scale-104"
      />
      <span className="block pt-2 md:relative md:mt-auto md:p-5 lg:p-6">
        <span className="block truncate font-serif text-lg leading-tight underline-offset-4 group-hover:underline md:text-2xl lg:text-[1.75rem]">
          {category.name}
        </span>
        <span className="type-small block text-ink-2">{countLabel(category.count, 'piece')}</span>
      </span>
    </Link>
  )
}
