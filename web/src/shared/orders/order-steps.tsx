import { isOffline, type Order, type OrderStatus } from '@mela/contract'
import { Check, X } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Time } from '../../ui/time.tsx'
import { giftWords } from './order-words.ts'

interface OrderStepsProps extends Pick<Order, 'status' | 'createdAt' | 'history' | 'products' | 'payment'> {
  /** The payment that counts, with its date where it is more exact than the history's. */
  paid?: { at?: string } | undefined
  refundedAt?: string | null | undefined
}

interface Step {
  label: string
  /** ended: where a cancelled or refunded order stopped. */
  state: 'reached' | 'current' | 'open' | 'ended'
  at: string | undefined
}

const looks: Record<Step['state'], { dot: string; text: string; word: string }> = {
  reached: { dot: 'border-ink bg-ink text-surface', text: 'font-semibold', word: 'done' },
  current: { dot: 'border-info bg-info text-surface', text: 'font-semibold text-info', word: 'now' },
  open: { dot: 'border-edge', text: 'font-medium text-ink-2', word: 'not yet' },
  ended: { dot: 'border-danger bg-danger text-surface', text: 'font-semibold text-danger', word: 'the end' },
}

export function OrderSteps(order: OrderStepsProps) {
  return (
    <ol className="grid gap-x-2 gap-y-4 sm:auto-cols-fr sm:grid-flow-col">
      {stepsOf(order).map(({ label, state, at }) => (
        <li key={label} className="group relative flex gap-3 sm:grid sm:content-start sm:gap-2">
          <span
            aria-hidden="true"
            className="absolute bg-line group-last:hidden max-sm:top-6 max-sm:-bottom-4 max-sm:left-3 max-sm:w-px sm:top-3 sm:right-0 sm:left-8 sm:h-px"
          />
          <span className={cx('grid size-6 shrink-0 place-items-center rounded-full border-2', looks[state].dot)}>
            {state === 'ended' && <X className="size-3.5! stroke-3" />}
            {(state === 'reached' || state === 'current') && <Check className="size-3.5! stroke-3" />}
          </span>
          <span className="min-h-6">
            <span className={cx('block', looks[state].text)}>
              <span>{label}</span> <span className="sr-only">{`(${looks[state].word})`}</span>
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

/** The progress of an order. 'Cancelled' or 'Refunded' replaces the steps that it has not reached. */
function stepsOf({ status, createdAt, history, products, payment, paid, refundedAt }: OrderStepsProps): Step[] {
  const timeOf = (wanted: OrderStatus) => history.find(move => move.status === wanted)?.at
  const delivered = timeOf('delivered')
  const isEmailed = giftWords({ products }) !== undefined
  // An order without a provider is processing before it is paid.
  const paidAt = isOffline(payment?.paymentGateway) ? paid?.at : (timeOf('processing') ?? paid?.at)
  const way = [
    { label: 'Placed', isReached: true, at: createdAt },
    { label: 'Paid', isReached: paid !== undefined, at: paid && paidAt },
    ...(isEmailed
      ? []
      : [{ label: 'Shipped', isReached: Boolean(timeOf('shipped') ?? delivered), at: timeOf('shipped') }]),
    { label: isEmailed ? 'Sent by email' : 'Delivered', isReached: delivered !== undefined, at: delivered },
  ]
  const last = way.findLastIndex(({ isReached }) => isReached)
  const steps = way.map(({ label, isReached, at }, index): Step => {
    return { label, state: index === last ? 'current' : isReached ? 'reached' : 'open', at }
  })
  if (status !== 'cancelled' && status !== 'refunded') return steps

  const reached = steps.filter(({ state }) => state !== 'open').map((step): Step => ({ ...step, state: 'reached' }))
  const endOf = (label: string, at: string | undefined): Step => ({ label, state: 'ended', at })
  if (status === 'refunded') return [...reached, endOf('Refunded', timeOf('refunded'))]
  const cancelled = [...reached, endOf('Cancelled', timeOf('cancelled'))]
  return refundedAt ? [...cancelled, endOf('Refunded', refundedAt)] : cancelled
}
