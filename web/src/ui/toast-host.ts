let host: HTMLElement | undefined

/** The element that toasts are drawn in, made on first use in the browser. */
export function toastHost(): HTMLElement {
  host ??= document.createElement('div')
  return host
}

/** A modal dialog makes the page behind it inert, toasts too: they follow into the topmost one, and back. */
export function placeToasts(): void {
  if (!host) return
  const dialogs = document.querySelectorAll('dialog[open]')
  const parent = dialogs[dialogs.length - 1] ?? document.body
  if (host.parentElement !== parent) parent.append(host)
}
