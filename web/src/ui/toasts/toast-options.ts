import { TOAST_MS } from '@mela/contract'

/** T395: position, duration and pause of toasts. */
export const toastOptions = {
  position: 'top-right',
  autoClose: TOAST_MS,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
} as const
