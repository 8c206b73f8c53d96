import { Button } from '../ui/button.tsx'

export function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="text-danger">
        Something went wrong, please try again later...
      </p>
      <Button variant="outline" size={40} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
