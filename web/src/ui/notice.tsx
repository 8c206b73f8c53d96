import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { cx, type Elements } from './cx.ts'

interface EmptyStateProps {
  icon?: LucideIcon
  text: ReactNode
  children?: Elements
}

export function EmptyState({ icon: Icon, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      {Icon && <Icon className="size-10 stroke-[1.25] text-ink-3" />}
      <p className="max-w-[40ch] text-ink-2">{text}</p>
      {children}
    </div>
  )
}

export function Notice({ icon, title, children }: { icon: Elements; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-control bg-info-soft p-4 text-info">
      {icon}
      <div className="grid min-w-0 gap-1">
        <p className="type-ui">{title}</p>
        <p className="type-table">{children}</p>
      </div>
    </div>
  )
}

/** A placeholder: set height, width and radius by class. */
export function Skeleton({ className = 'h-4 w-full rounded-full' }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}

export function Repeated({ count, children }: { count: number; children: Elements }) {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.map(place => <Fragment key={place}>{children}</Fragment>)
}
