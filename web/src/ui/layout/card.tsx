import { useId } from 'react'
import type { Elements } from './elements.ts'

interface CardProps {
  title: string
  /** At the end of the head. */
  action?: Elements
  children: Elements
}

/** A titled part of a dashboard screen. */
export function Card({ title, action, children }: CardProps) {
  const id = useId()

  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-tile border border-line bg-surface p-5"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
