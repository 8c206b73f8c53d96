import { Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { toastError, toastSuccess } from './toast.tsx'

interface CopyButtonProps {
  /** Name of the copied text, such as 'order id'. */
  what: string
  text: string
  className?: string
}

export function CopyButton({ what, text, className }: CopyButtonProps) {
  async function handleClick() {
    try {
      await navigator.clipboard.writeText(text)
      toastSuccess('Copied.')
    } catch {
      toastError('The browser did not let it be copied.')
    }
  }

  return (
    <IconButton label={`Copy ${what}`} size={32} tipEnd className={className} onClick={() => void handleClick()}>
      <Copy className="size-4! text-ink-2" />
    </IconButton>
  )
}
