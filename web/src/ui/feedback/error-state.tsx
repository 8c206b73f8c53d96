import { CircleAlert } from 'lucide-react'
import { Button } from '../buttons/button.tsx'
import type { Elements } from '../layout/elements.ts'

interface ErrorStateProps {
  message: string
  /** Adds 'Try again'. */
  onRetry?: () => void
  /** Another action, such as a link home. */
  children?: Elements
}

export function ErrorState({ message, onRetry, children }: ErrorStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <CircleAlert className="size-10 stroke-[1.25] text-danger" />
      <p role="alert" className="max-w-[45ch] text-danger">
        {message}
      </p>
      {onRetry && (
        <Button variant="outline" size={40} onClick={onRetry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  )
}
