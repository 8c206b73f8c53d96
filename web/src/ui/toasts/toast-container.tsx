import { TOAST_MS } from '@mela/contract'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer as Container, cssTransition } from 'react-toastify/unstyled'
import { IconButton } from '../buttons/icon-button.tsx'
import { placeToasts, toastHost } from './toast-host.ts'
import { keepOffInUse } from './toast-place.ts'

export const toastOptions = {
  position: 'top-right',
  autoClose: TOAST_MS,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
} as const

const slide = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 120 })

const icons: Record<string, React.ReactElement> = {
  success: <CircleCheck className="text-success" />,
  warning: <TriangleAlert className="text-warn" />,
  error: <CircleAlert className="text-danger" />,
}

/** Loaded by `Toasts`. Unstyled, so that the library injects no style sheet. */
export function ToastContainer() {
  useEffect(keepOnTop, [])
  useEffect(keepOffInUse, [])

  return createPortal(
    <Container
      {...toastOptions}
      aria-label="Notifications"
      hideProgressBar
      transition={slide}
      className={() =>
        'toasts fixed top-0 right-2 left-2 z-toast grid gap-2 sm:top-16 lg:top-20 sm:right-4 sm:left-auto sm:w-90'
      }
      toastClassName={() =>
        'type-ui flex min-h-14 max-sm:h-14 max-sm:text-[13px] max-sm:leading-tight touch-pan-y items-center gap-3 rounded-tile border border-line bg-surface py-1.5 pr-1.5 pl-4 text-ink shadow-menu'
      }
      progressClassName={() => 'toast-timer'}
      icon={({ type }) => icons[type]}
      closeButton={({ closeToast }) => (
        <IconButton label="Close" tipEnd className="ml-auto text-ink-2" onClick={closeToast}>
          <X />
        </IconButton>
      )}
    />,
    toastHost(),
  )
}

/** Keeps toasts above the topmost open dialog. Returns a function that removes the toasts. */
function keepOnTop(): () => void {
  const place = () => placeToasts()
  place()
  document.addEventListener('toggle', place, true)
  document.addEventListener('close', place, true)
  return () => {
    document.removeEventListener('toggle', place, true)
    document.removeEventListener('close', place, true)
    toastHost().remove()
  }
}
