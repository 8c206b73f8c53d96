import { SlidersHorizontal } from 'lucide-react'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { cx } from '../../../ui/layout/cx.ts'

interface ListingBarProps {
  /** Text such as '34 products'; false until the number is known. */
  count: string | false
  /** Whether the number is visible elsewhere on the page: then it is only announced to screen readers. */
  isCountSaid: boolean
  filterCount: number
  /** Id of the filter panel; undefined when there is nothing to filter. */
  panelId: string | undefined
}

/** The number of products and, on small screens, the button that opens the filters. */
export function ListingBar({ count, isCountSaid, filterCount, panelId }: ListingBarProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
        panelId && 'min-h-11 lg:col-start-2 lg:row-start-1',
      )}
    >
      {panelId && (
        <button
          type="button"
          popoverTarget={panelId}
          className={buttonClass({ variant: 'outline', size: 40, className: 'h-11! lg:hidden' })}
        >
          <SlidersHorizontal className="size-4.5!" />{' '}
          <span>{`Filter and sort${filterCount > 0 ? ` (${filterCount})` : ''}`}</span>
        </button>
      )}
      <p role="status" className={isCountSaid ? 'sr-only' : 'text-ink-2'}>
        {count}
      </p>
    </div>
  )
}
