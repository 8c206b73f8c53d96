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
  if (host.parentElement !== parent) move(host, parent)
}

/** Moves the toasts without restarting their animations, which are the timers of the toasts. */
function move(host: HTMLElement, parent: Element): void {
  const animations = () => (host.isConnected ? (host.getAnimations?.({ subtree: true }) ?? []) : [])
  const times = new Map(animations().map(clock => [keyOf(clock), clock.currentTime]))
  parent.append(host)
  for (const clock of animations()) {
    const time = times.get(keyOf(clock))
    if (time != null) clock.currentTime = time
  }
}

/** An element of a toast has one animation at a time. */
const keyOf = ({ effect }: Animation) => (effect instanceof KeyframeEffect ? effect.target : null)

/** Whether toasts lie over the header's band, one at a time. */
export const isNarrow = () => innerWidth < 640
