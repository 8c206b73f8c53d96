import { type RefObject, useLayoutEffect, useRef } from 'react'
import { placeToasts } from '../toasts/toast-host.ts'

/**
 * Opens a dialog over the page while its component is there; toasts move into it, because all else is inert. What is marked with
 * `data-first` has the focus then, and otherwise its first control.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)

  // Closing before React removes the element is what gives focus back to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    placeToasts()
    return () => {
      placeToasts(dialog)
      dialog?.close()
    }
  }, [])

  return ref
}
