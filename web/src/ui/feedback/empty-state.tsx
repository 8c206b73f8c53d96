import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Elements } from '../layout/elements.ts'

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
