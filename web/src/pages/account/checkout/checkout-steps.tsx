import { paths } from '@mela/contract'
import { Check } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../../../lib/link.tsx'
import { cx } from '../../../ui/layout/cx.ts'

const steps = ['Shipping', 'Review', 'Payment'] as const

/** The current step: 0 shipping, 1 review, 2 payment. */
export function useCheckoutStep(): number {
  const { pathname } = useLocation()
  if (pathname.startsWith(paths.pay(''))) return 2
  return pathname.startsWith(paths.checkout) ? 1 : 0
}

/** The order is placed between review and payment, so the payment step links to no other. */
export function CheckoutSteps() {
  const current = useCheckoutStep()

  return (
    <nav aria-label="Checkout steps">
      <ol className="type-small flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-3">
        {steps.map((label, index) => (
          <li
            key={label}
            aria-current={index === current ? 'step' : undefined}
            className={cx(
              'flex items-center gap-1.5 sm:gap-3',
              index === current ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-2 bg-edge sm:w-10" />}
            <Mark index={index} current={current} />
            {current === 1 && index === 0 ? (
              <Link to={paths.shipping} className="-my-2 py-2 underline-offset-3 hover:underline">
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ index, current }: { index: number; current: number }) {
  const isDone = index < current
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 place-items-center rounded-full text-xs tabular-nums',
        index <= current ? 'bg-ink font-semibold text-paper' : 'border border-edge',
      )}
    >
      {isDone ? <Check className="size-3.5 stroke-[2.5]" /> : index + 1}
    </span>
  )
}
