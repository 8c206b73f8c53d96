import { type RefObject, useLayoutEffect, useRef } from 'react'
import { holdBack } from '../../lib/browser/back.ts'
import { placeToasts } from '../toasts/toast-host.ts'

/**
 * Opens a modal dialog while its component is mounted. Back cancels it; toasts move into it, because the rest is inert. The element with
 * `data-first` gets the focus, otherwise the first control.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)

  // Closing before React removes the element returns the focus to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    placeToasts()
    if (dialog) holdBack(dialog)
    return () => {
      placeToasts(dialog)
      dialog?.close()
    }
  }, [])

  return ref
}
