let host: HTMLElement | undefined

/** The element that toasts are rendered in, created on first use. */
export function toastHost(): HTMLElement {
  host ??= document.createElement('div')
  return host
}

/**
 * A modal dialog makes the page behind it inert, including toasts: they move into the topmost dialog, and leave one
 * that is closing.
 */
export function placeToasts(closing?: Element | null): void {
  if (!host) return
  const dialogs = [...document.querySelectorAll('dialog[open]')].filter(dialog => dialog !== closing)
  const parent = dialogs.at(-1) ?? document.body
  if (host.parentElement === parent) return
  // A move keeps the animations, which are the timers of the toasts; where it is not known they begin again.
  if (host.isConnected && 'moveBefore' in parent) parent.moveBefore(host, null)
  else parent.append(host)
}

/** Whether toasts lie over the header's band, one at a time. */
export const isNarrow = () => innerWidth < 640
