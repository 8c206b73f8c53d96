import { useId } from 'react'
import { cx } from '../../../ui/layout/cx.ts'
import type { Elements } from '../../../ui/layout/elements.ts'

interface CardProps {
  title: string
  /** Shown to the right of the title. */
  aside?: Elements
  className?: string
  children: Elements
}

/** One card of the dashboard's home. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('grid min-w-0 content-start gap-4 rounded-tile border border-line bg-surface p-5', className)}
    >
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={id} className="font-semibold text-base">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
