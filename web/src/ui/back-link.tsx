import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/link.tsx'

export function BackLink({ children, ...link }: { to: string; reloadDocument?: boolean; children: ReactNode }) {
  return (
    <Link
      {...link}
      className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start text-ink-2 hover:text-ink print:hidden"
    >
      <ArrowLeft className="size-4!" /> <span>{children}</span>
    </Link>
  )
}
