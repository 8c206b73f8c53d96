import { useEffect } from 'react'
import { toastError } from './toast.tsx'

/** Replaces a part whose code could not be loaded: shows an error toast and calls `onClose`. */
export function NotLoaded({ onClose }: { onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    toastError('Something went wrong, please try reloading the page.')
    onClose?.()
  }, [])
  return null
}
