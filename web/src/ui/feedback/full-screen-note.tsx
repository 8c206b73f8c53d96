import { createPortal } from 'react-dom'
import { Spinner } from '../layout/spinner.tsx'

/** Covers the screen outside its layout, so that nothing moves when it goes. */
export function FullScreenNote({ children }: { children: string }) {
  return createPortal(
    <div className="appear-late fixed inset-0 z-dialog grid place-items-center bg-paper p-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> {children}
      </p>
    </div>,
    document.body,
  )
}
