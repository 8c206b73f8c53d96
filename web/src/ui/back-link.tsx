import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/link.tsx'

interface BackLinkProps {
  to: string
  reloadDocument?: boolean
  children: ReactNode
}

/** Links to the parent screen. */
export function BackLink({ children, ...link }: BackLinkProps) {
  return (
    <Link
      {...link}
      className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start text-ink-2 hover:text-ink print:hidden"
    >
      <ArrowLeft className="size-4!" /> <span>{children}</span>
    </Link>
  )
}
