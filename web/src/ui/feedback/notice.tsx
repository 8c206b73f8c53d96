import type { ReactNode } from 'react'
import type { Elements } from '../layout/elements.ts'

interface NoticeProps {
  icon: Elements
  title: string
  children: ReactNode
}

/** A calm message about the present state and the next step. */
export function Notice({ icon, title, children }: NoticeProps) {
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
