import { Check, X } from 'lucide-react'
import type { OrderStep } from '../lib/order-steps.ts'
import { cx } from './cx.ts'
import { VisuallyHidden } from './layout.tsx'
import { Time } from './time.tsx'

const dots: Record<OrderStep['state'], string> = {
  reached: 'border-ink bg-ink text-surface',
  current: 'border-info bg-info text-surface',
  open: 'border-edge',
  ended: 'border-danger bg-danger text-surface',
}
const words = { reached: 'done', current: 'now', open: 'not yet', ended: 'the end' }

/** Placed, Paid, Shipped, Delivered: side by side, and stacked on small screens. */
export function StepList({ steps }: { steps: readonly OrderStep[] }) {
  return (
    <ol className="grid gap-x-2 gap-y-4 sm:auto-cols-fr sm:grid-flow-col">
      {steps.map(({ label, state, at }) => (
        <li key={label} className="group relative flex gap-3 sm:grid sm:content-start sm:gap-2">
          <span
            aria-hidden="true"
            className={cx(
              'absolute bg-line group-last:hidden max-sm:top-6 max-sm:-bottom-4 max-sm:left-3 max-sm:w-px sm:top-3 sm:right-0 sm:left-8 sm:h-px',
            )}
          />
          <span className={cx('grid size-6 shrink-0 place-items-center rounded-full border-2', dots[state])}>
            {state === 'ended' && <X className="size-3.5! stroke-3" />}
            {(state === 'reached' || state === 'current') && <Check className="size-3.5! stroke-3" />}
          </span>
          <span className="min-h-6">
            <span
              className={cx(
                'block font-semibold',
                state === 'open' && 'font-medium text-ink-2',
                state === 'current' && 'text-info',
                state === 'ended' && 'text-danger',
              )}
            >
              <span>{label}</span> <VisuallyHidden>{`(${words[state]})`}</VisuallyHidden>
            </span>
            {at && (
              <span className="type-small block text-ink-2">
                <Time value={at} style="date-time" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
