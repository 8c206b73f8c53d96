import type { ReactNode } from 'react'
import { cx } from '../layout/cx.ts'

const tones = {
  plain: 'border-line text-ink-2',
  warn: 'border-transparent bg-warn-soft text-warn',
  danger: 'border-transparent bg-danger-soft text-danger',
}

/** A short note about a row, beside its badge. */
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
