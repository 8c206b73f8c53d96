import { TOAST_MS } from '@mela/contract'

/** T395: where toasts appear, how long they stay, and what holds them. */
export const toastOptions = {
  position: 'top-right',
  autoClose: TOAST_MS,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
} as const
