import { type Media, priceOrFree } from '@mela/contract'
import { countLabel } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/link.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { LineOptions } from '../../../ui/values/line-options.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

export interface OrderLine {
  /** Id of the variant. */
  id: string
  path: string
  name: string
  options: Record<string, string>
  thumbnail: Media | null
  /** Per unit, in decimal. */
  price: number
  quantity: number
  /** Why this line cannot be ordered. */
  problem?: string
  /** Whether the line is left out of the total. */
  isUnavailable?: boolean
}

export function OrderLines({ lines, currency }: { lines: readonly OrderLine[]; currency: string }) {
  return (
    <ul aria-label="Products" className="divide-y divide-line border-line border-y">
      {lines.map(line => (
        <li key={line.id} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-4">
          <Link to={line.path} reloadDocument tabIndex={-1} aria-hidden="true" className="shrink-0">
            <Picture picture={line.thumbnail} alt="" sizes="72px" className="w-[72px]! rounded-control" />
          </Link>
          <div className="grid min-w-0 grow basis-24 gap-0.5">
            <Link
              dir="auto"
              to={line.path}
              reloadDocument
              className="wrap-anywhere type-ui -my-1 w-fit py-1 underline-offset-3 hover:underline"
            >
              {line.name}
            </Link>
            <LineOptions line={line} />
            <p className="type-small text-ink-2 tabular-nums">
              {line.quantity > 1
                ? `${line.quantity} × ${priceOrFree(line.price, currency)}`
                : countLabel(line.quantity, 'unit')}
            </p>
            {line.problem && <p className="type-small text-warn">{line.problem}</p>}
          </div>
          <p className={cx('type-ui tabular-nums', line.isUnavailable && 'text-ink-3 line-through')}>
            {priceOrFree(line.price * line.quantity, currency)}
          </p>
        </li>
      ))}
    </ul>
  )
}
