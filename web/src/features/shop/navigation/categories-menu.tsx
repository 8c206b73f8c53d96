import { type Category, paths } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { countLabel } from '../../../lib/format/format.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { Picture } from '../../../ui/values/picture.tsx'
import { panelClass } from './menu-class.ts'

interface CategoriesMenuProps {
  categories: readonly Category[] | undefined
  /** On wide screens the category links are beside it. */
  isShort: boolean
}

/** A popover, so that it opens without JavaScript, and closes on Escape or a press outside. */
export function CategoriesMenu({ categories, isShort }: CategoriesMenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)

  return (
    <>
      <button type="button" popoverTarget={id} aria-label="All categories" className="header-link gap-1.5">
        <span className={cx(isShort && 'xl:hidden')}>Categories</span>
        {isShort && <span className="max-xl:hidden">All</span>} <ChevronDown className="size-4!" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`${panelClass} left-[max(var(--gutter),calc((100%-1440px)/2))] w-[min(760px,calc(100%-2*var(--gutter)))]`}
      >
        {categories ? (
          <ul className="grid grid-cols-3 gap-1">
            {categories.map(category => (
              <li key={category._id}>
                <Link
                  to={paths.category(category.slug)}
                  className="flex items-center gap-3 rounded-control p-2 transition-colors hover:bg-ink/6"
                  onClick={() => panel.current?.hidePopover()}
                >
                  <span className="size-14 shrink-0 overflow-hidden rounded-control">
                    <Picture picture={category.picture} alt="" sizes="56px" />
                  </span>
                  <span className="min-w-0">
                    <span className="type-ui block truncate">{category.name}</span>
                    <span className="type-small block text-ink-2">{countLabel(category.count, 'product')}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="type-ui p-3 text-ink-2">Something went wrong...</p>
        )}
      </div>
    </>
  )
}
