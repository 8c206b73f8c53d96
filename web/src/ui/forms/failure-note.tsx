import { CircleAlert } from 'lucide-react'

/** The toast announces the message; this one stays visible. */
export function FailureNote({ text }: { text: string | undefined }) {
  if (!text) return null

  return (
    <p className="type-ui flex gap-2.5 rounded-control bg-danger-soft px-3.5 py-3 text-danger">
      <CircleAlert /> <span>{text}</span>
    </p>
  )
}
