import { type RefObject, useLayoutEffect, useRef } from 'react'
import { placeToasts } from './toast-host.ts'

/** Opens a dialog over the page while its component is there; toasts move into it, because all else is inert. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)

  // Closing before React removes the element is what gives focus back to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    placeToasts()
    return () => {
      placeToasts(dialog)
      dialog?.close()
    }
  }, [])

  return ref
}
