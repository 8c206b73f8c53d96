import { PAGE_SIZES, type PageMeta } from '@mela/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { iconButtonClass } from './button-class.ts'
import { SelectBox } from './select-box.tsx'

interface PagingBarProps {
  meta: PageMeta
  /** The list's own path, like '/search'. */
  basePath: string
  /** The query of the present URL; everything but page and size is kept. */
  params: URLSearchParams
}

/** Links and a GET form, so that paging works before and without JavaScript. */
export function PagingBar({ meta, basePath, params }: PagingBarProps) {
  const { page, size, pageCount } = meta
  const pageUrl = (target: number) => `${basePath}?${withPage(params, target, size)}`

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-2">
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
        <span className="type-ui px-1 tabular-nums">
          Page {page} of {pageCount}
        </span>
        {page < pageCount && (
          <Link to={pageUrl(page + 1)} rel="next" aria-label="Next page" className={iconButtonClass()}>
            <ChevronRight />
          </Link>
        )}
      </div>
      <PageSizeForm size={size} basePath={basePath} params={params} />
    </nav>
  )
}

function PageSizeForm({ size, basePath, params }: { size: number } & Omit<PagingBarProps, 'meta'>) {
  const navigate = useNavigate()
  const selectId = useId()
  const sizes = [...new Set<number>([...PAGE_SIZES, size])].sort((a, b) => a - b)
  const kept = [...params].filter(([name]) => name !== 'page' && name !== 'size')

  function handleChange(event: ChangeEvent<HTMLSelectElement>) {
    navigate(`${basePath}?${withPage(params, 1, Number(event.target.value))}`)
  }

  return (
    <form action={basePath} className="flex items-center gap-3">
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="page" value="1" />
      <label htmlFor={selectId} className="type-small text-ink-2">
        Items per page
      </label>
      <SelectBox
        key={size}
        id={selectId}
        name="size"
        defaultValue={size}
        className="min-h-11! w-20! tabular-nums"
        onChange={handleChange}
      >
        {sizes.map(option => (
          <option key={option}>{option}</option>
        ))}
      </SelectBox>
      <noscript>
        <button type="submit">Show</button>
      </noscript>
    </form>
  )
}

function withPage(params: URLSearchParams, page: number, size: number): string {
  const next = new URLSearchParams(params)
  next.set('page', String(page))
  next.set('size', String(size))
  return next.toString()
}
