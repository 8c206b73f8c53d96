import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Back to what a screen of the dashboard belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-2 inline-flex min-h-11 items-center gap-2 justify-self-start text-ink-2 hover:text-ink print:hidden"
    >
      <ArrowLeft className="size-4!" /> {children}
    </Link>
  )
}
