import { type Category, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { countLabel } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { type CategoryLink, categoriesQuery, isTop, withPicture } from '../../../shared/catalog/catalog.api.ts'
import { Async } from '../../../ui/async.tsx'
import { cx } from '../../../ui/cx.ts'
import { SectionHeading } from '../../../ui/headings.tsx'
import { Repeated, Skeleton } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'

const MOST_TILES = 12

// On phones two rows: the first products are within the first screen and a half.
const threeWide = 'grid-cols-3 max-sm:*:nth-[n+7]:hidden'
const fourWide = 'grid-cols-4 max-sm:gap-2 max-sm:*:nth-[n+9]:hidden tiny:grid-cols-2'

export const categoryTilesQuery = () =>
  categoriesQuery('tiles', all => all.filter(isTile).slice(0, MOST_TILES).map(withPicture))
const isTile = (category: Category) => category.count > 0 && isTop(category)

export function CategoryTiles({ title }: { title: string | null }) {
  const categories = useQuery(categoryTilesQuery())
  return (
    <section aria-label={title ?? 'Categories'}>
      {title && <SectionHeading id="categories-title">{title}</SectionHeading>}
      <Async
        isLate
        query={categories}
        loading={
          <div className="grid grid-cols-4 gap-(--gap)">
            <Repeated count={4}>
              <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
            </Repeated>
          </div>
        }
        error="Something went wrong..."
      >
        {data => (
          <ul className={cx('grid gap-(--gap)', data.length % 3 === 0 ? threeWide : fourWide)}>
            {data.map(category => (
              <li key={category.slug}>
                <CategoryTile category={category} />
              </li>
            ))}
          </ul>
        )}
      </Async>
    </section>
  )
}

/** A picture fades into the tile, which has its ground in either theme; a tile without one has the ground of the page. */
function CategoryTile({ category }: { category: CategoryLink }) {
  const { picture } = category
  return (
    <Link
      to={paths.category(category.slug)}
      className={cx(
        'group block xl:relative xl:flex xl:aspect-3/2 xl:overflow-hidden xl:rounded-tile',
        picture ? 'xl:on-tile xl:bg-backdrop' : 'xl:bg-ink/6',
      )}
    >
      <Picture
        picture={picture}
        alt=""
        sizes="(width >= 48rem) 24vw, 30vw"
        className={cx(
          'rounded-tile transition-transform duration-300 xl:absolute! xl:right-0 xl:h-full xl:w-auto! xl:rounded-none motion-safe:xl:group-hover:scale-104',
          picture ? 'xl:[mask-image:linear-gradient(to_right,transparent,black_9%)]' : 'xl:bg-transparent!',
        )}
      />
      <span
        className={cx(
          'block pt-2 md:pt-3 xl:relative xl:mt-auto xl:max-w-full xl:rounded-tr-tile xl:p-6 xl:pt-3 xl:pr-4',
          picture && 'xl:bg-backdrop',
        )}
      >
        <span
          dir="auto"
          className="block truncate font-serif text-lg leading-tight underline-offset-4 group-hover:underline md:text-2xl xl:text-[1.75rem]"
        >
          {category.name}
        </span>
        <span className="type-small wrap-anywhere block text-ink-2">{countLabel(category.count, 'product')}</span>
      </span>
    </Link>
  )
}
