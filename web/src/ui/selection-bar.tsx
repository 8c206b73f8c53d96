import { X } from 'lucide-react'
import { IconButton } from './button.tsx'
import type { Elements } from './cx.ts'

interface SelectionBarProps {
  /** The accessible name, such as 'Selected products'. */
  label: string
  count: number
  onClear: () => void
  children: Elements
}

/** The number of ticked rows and what can be done with them; always in view while there are any. */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  return (
    <>
      <span role="status" className="sr-only">
        {count > 0 && `${count} selected`}
      </span>
      <section
        hidden={count === 0}
        aria-label={label}
        className="sticky bottom-4 z-2 mx-auto flex max-w-full items-center gap-2 rounded-tile border border-line bg-surface py-2 pr-2 pl-4 shadow-menu"
      >
        <span aria-hidden className="type-ui mr-2 tabular-nums">
          <span>{count}</span> <span className="max-sm:hidden">selected</span>
        </span>
        {children}
        <IconButton label="Clear the selection" size={40} tipEnd className="text-ink-2" onClick={onClear}>
          <X />
        </IconButton>
      </section>
    </>
  )
}
