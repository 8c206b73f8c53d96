import type { ReactNode } from 'react'

/** The buttons at the end of a dialog or its form: right, and stacked on small screens. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end sm:[--control-height:40px]">
      {children}
    </div>
  )
}
