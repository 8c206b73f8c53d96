import type { ReactNode } from 'react'

interface CheckoutColumnsProps {
  children: ReactNode
  /** The summary: right on wide screens, below on small ones. */
  summary: ReactNode
  /** The step's button: under the summary, and at the bottom of small screens. */
  action?: ReactNode
}

export function CheckoutColumns({ children, summary, action }: CheckoutColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-12">
      <div className="grid min-w-0 gap-8">{children}</div>
      {/* On small screens summary and action are in the page's single column, where the action can be sticky. */}
      <div className="contents lg:sticky lg:top-8 lg:grid lg:gap-4">
        <div>{summary}</div>
        {action && (
          <div className="-mx-(--gutter) sticky bottom-0 -mb-12 border-line border-t bg-paper px-(--gutter) pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:static lg:m-0 lg:border-0 lg:p-0">
            {action}
          </div>
        )}
      </div>
    </div>
  )
}
