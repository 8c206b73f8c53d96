import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link } from '../../../lib/link.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'

interface CheckoutCardProps {
  title: string
  /** Of a complete card: what was decided, in place of its fields. */
  line?: Elements
  /** Where a complete card is opened again. */
  change?: { to: string; label: string }
  /** It is filled in later. */
  isAhead?: boolean
  children?: Elements
}

/** One of the three cards of the checkout: open, closed to a line once it is complete, or still ahead. */
export function CheckoutCard({ title, line, change, isAhead = false, children }: CheckoutCardProps) {
  const id = useId()

  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-tile border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className={cx('type-h3 flex items-center gap-2.5', isAhead && 'text-ink-3')}>
          {line && <Check aria-hidden="true" className="size-4.5 stroke-[2.25] text-success" />}
          <span>{title}</span>
        </h2>
        {change && (
          <Link
            to={change.to}
            aria-label={change.label}
            className="type-ui -my-2.5 py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink"
          >
            Change
          </Link>
        )}
        {line && <div className="w-full min-w-0">{line}</div>}
      </div>
      {children}
    </section>
  )
}
