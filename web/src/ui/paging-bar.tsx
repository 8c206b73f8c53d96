import { PAGE_SIZES, type PageMeta } from '@mela/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from '../lib/link.tsx'
import { iconButtonClass } from './button.tsx'
import { SelectForm, without } from './get-form.tsx'

interface PagingBarProps {
  meta: PageMeta
  basePath: string
  /** The query of the page's URL; everything but page and size is kept. */
  params: URLSearchParams
}

/** Links and a GET form, so that paging works before hydration and without JavaScript. */
export function PagingBar({ meta, basePath, params }: PagingBarProps) {
  const { page, size, pageCount } = meta
  const kept = without(params, 'page', 'size')
  const sizes = [...new Set<number>([...PAGE_SIZES, size])].sort((a, b) => a - b)
  const pageUrl = (target: number) =>
    `${basePath}?${new URLSearchParams([...kept, ['page', `${target}`], ['size', `${size}`]])}`

  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-2 in-[.dense]:flex-row-reverse in-[.dense]:gap-x-3"
    >
      <div className="flex items-center gap-1">
        {page > 1 && (
          <Link
            to={pageUrl(Math.min(page - 1, pageCount))}
            rel="prev"
            aria-label="Previous page"
            className={iconButtonClass({ className: '-ml-3' })}
          >
            <ChevronLeft />
          </Link>
        )}
        <span className="type-ui px-1 tabular-nums">{`Page ${page} of ${pageCount}`}</span>
        {page < pageCount && (
          <Link to={pageUrl(page + 1)} rel="next" aria-label="Next page" className={iconButtonClass()}>
            <ChevronRight />
          </Link>
        )}
      </div>
      <SelectForm
        action={basePath}
        kept={[...kept, ['page', '1']]}
        className="flex items-center gap-3"
        name="size"
        label="Items per page"
        value={size}
        options={sizes.map(option => ({ value: option, label: option }))}
        submitLabel="Show"
        selectClass="w-20! tabular-nums"
      />
    </nav>
  )
}
