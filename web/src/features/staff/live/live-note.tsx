import { Bell, WifiOff, X } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Sentence } from './sentence.ts'

interface LiveNoteProps {
  said: Sentence | undefined
  onDismiss: () => void
  isLost: boolean
}

const noteClass =
  'note-in pointer-events-auto flex min-h-12 items-center gap-3 rounded-tile border border-line bg-surface py-1 pl-4 shadow-menu'

/** One line under the header for all live updates. It covers neither toasts nor form buttons, and takes no focus. */
export function LiveNote({ said, onDismiss, isLost }: LiveNoteProps) {
  return (
    <div
      role="status"
      aria-label="What just happened"
      className="pointer-events-none fixed inset-x-2 top-[calc(4.5rem+var(--banner,0rem))] z-header mx-auto grid max-w-104 gap-2 lg:left-62 print:hidden"
    >
      {said && (
        <div key={said.text} className={noteClass}>
          <Bell className="size-4.5 text-info" />
          <Link
            dir="auto"
            to={said.to}
            onClick={onDismiss}
            className="grow rounded-sm py-2 font-medium tabular-nums decoration-edge underline-offset-3 hover:underline"
          >
            {said.text}
          </Link>
          <IconButton label="Dismiss" size={40} tipEnd className="text-ink-2" onClick={onDismiss}>
            <X />
          </IconButton>
        </div>
      )}
      {isLost && (
        <p className={noteClass}>
          <WifiOff className="size-4.5 text-warn" />
          <span className="py-2 pr-4">The line to the shop is lost. What you see may be old.</span>
        </p>
      )}
    </div>
  )
}
