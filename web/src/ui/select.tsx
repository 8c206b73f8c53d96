import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function SelectBox({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative flex items-center">
      <select {...props} className={cx('control', className)} />
      <ChevronDown className="pointer-events-none absolute right-3 size-4 text-ink-2" />
    </div>
  )
}
