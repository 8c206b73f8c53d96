import { paths } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { countLabel } from '../../../lib/format/format.ts'
import { Kept } from '../../../lib/kept.tsx'
import { Link } from '../../../lib/link.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { Picture } from '../../../ui/values/picture.tsx'
import { type MenuCategory, panelClass } from './menu-class.ts'

interface CategoriesMenuProps {
  categories: readonly MenuCategory[] | undefined
  /** Called when the menu opens, to load pictures and the other categories. */
  onOpen: () => void
  className?: string | undefined
}

/** A popover, so that it opens without JavaScript, and closes on Escape or a press outside. */
export function CategoriesMenu({ categories, onOpen, className }: CategoriesMenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)

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
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={event => event.newState === 'open' && onOpen()}
        className={`${panelClass} wide-panel`}
      >
        {categories ? (
          <Kept as="ul" className="menu-tiles" data={categories}>
            {categories.map(category => (
              <li key={category.slug}>
                <Link to={paths.category(category.slug)} onClick={() => panel.current?.hidePopover()}>
                  <i>
                    {category.picture !== undefined && (
                      <Picture picture={category.picture} alt="" sizes="56px" upTo={400} />
                    )}
                  </i>
                  <span dir="auto">{category.name}</span>
                  <small>{countLabel(category.count, 'product')}</small>
                </Link>
                {category.children?.map(({ name, slug }) => (
                  <Link dir="auto" key={slug} to={paths.category(slug)} onClick={() => panel.current?.hidePopover()}>
                    {name}
                  </Link>
                ))}
              </li>
            ))}
          </Kept>
        ) : (
          <p className="type-ui p-3 text-ink-2">Something went wrong...</p>
        )}
      </div>
    </>
  )
}
