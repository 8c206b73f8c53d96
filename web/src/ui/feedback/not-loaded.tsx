import { useEffect } from 'react'
import { toastError } from '../toasts/toast.tsx'

/** Replaces a part whose code could not be loaded: says so, and closes what was opened. */
export function NotLoaded({ onClose }: { onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    toastError('Something went wrong, please try reloading the page.')
    onClose?.()
  }, [])
  return null
}
