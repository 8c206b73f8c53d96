import type { OrderStatus, PaymentStatus } from '@mela/contract'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  plain: 'border-line text-ink-2',
  warn: 'border-transparent bg-warn-soft text-warn',
  success: 'border-transparent bg-success-soft text-success',
  danger: 'border-transparent bg-danger-soft text-danger',
}

export function Tag({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center whitespace-nowrap rounded-full border px-2 font-medium text-xs leading-none',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

const warn = 'bg-warn-soft text-warn'
const success = 'bg-success-soft text-success'
const info = 'bg-info-soft text-info'

const colours: Record<OrderStatus | PaymentStatus, string> = {
  pending: warn,
  processing: info,
  shipped: info,
  delivered: success,
  cancelled: info,
  refunded: info,
  completed: success,
  failed: 'bg-danger-soft text-danger',
}

export function Badge({ status }: { status: OrderStatus | PaymentStatus }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center rounded-full px-2.5 font-medium text-xs capitalize leading-none',
        colours[status],
      )}
    >
      {status}
    </span>
  )
}
