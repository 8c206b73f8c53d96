import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'

interface SectionHeadingProps {
  id: string
  children: ReactNode
  /** Link to the whole list. */
  allPath?: string
}

export function SectionHeading({ id, children, allPath }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 pb-5 md:pb-7">
      <h2 id={id} className="type-h2">
        {allPath ? (
          <Link to={allPath} className="underline-offset-5 hover:underline">
            {children}
          </Link>
        ) : (
          children
        )}
      </h2>
      {allPath && (
        <Link
          to={allPath}
          className="type-ui -my-2 inline-flex items-center gap-2 py-2 underline-offset-3 hover:underline"
        >
          View all <ArrowRight className="size-4" />
        </Link>
      )}
    </div>
  )
}
