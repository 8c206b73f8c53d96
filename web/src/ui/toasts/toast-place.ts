import { toast } from 'react-toastify/unstyled'
import { isNarrow } from './is-narrow.ts'
import { toastHost } from './toast-host.ts'

interface Span {
  top: number
  bottom: number
  left: number
  right: number
}

const GAP = 8
const USABLE = 'a, button, input, select, textarea, summary, label, [role="option"]'

/** How far toasts must move so that they do not cover the element in use: below it, or else above it. */
export function shiftFor(toasts: Span, inUse: Span, height: number): number {
  const isApart =
    inUse.bottom <= toasts.top || inUse.top >= toasts.bottom || inUse.right <= toasts.left || inUse.left >= toasts.right
  if (isApart) return 0

  const below = inUse.bottom + GAP - toasts.top
  if (toasts.bottom + below + GAP <= height) return below
  const above = inUse.top - GAP - toasts.bottom
  return toasts.top + above >= GAP ? above : 0
}

/** Keeps toasts away from the field or button that was focused or pressed last. Returns a function that stops it. */
export function keepOffInUse(): () => void {
  const host = toastHost()
  let inUse: Element | null = document.activeElement
  let frame = 0

  function place() {
    const list = host.querySelector<HTMLElement>('.toasts')
    // Toasts do not move while the pointer is over them.
    if (!list || host.matches(':hover')) return
    const shift = Number.parseFloat(list.style.translate.split(' ')[1] ?? '0')
    const { top, bottom, left, right } = list.getBoundingClientRect()
    const toasts = { top: top - shift, bottom: bottom - shift, left, right }
    const target = inUse?.isConnected && inUse.matches(USABLE) ? inUse : undefined
    const needed = target && !isNarrow() ? shiftFor(toasts, target.getBoundingClientRect(), innerHeight) : 0
    list.style.translate = `0 ${needed}px`
  }

  function placeSoon() {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }

  function handleUse({ target }: Event) {
    if (!(target instanceof Element) || host.contains(target)) return
    inUse = target.closest(USABLE)
    placeSoon()
  }

  const controller = new AbortController()
  const { signal } = controller
  const stopWatching = toast.onChange(placeSoon)
  for (const name of ['focusin', 'pointerdown']) document.addEventListener(name, handleUse, { signal })
  // A dialog slides in with its first field focused.
  document.addEventListener('animationend', placeSoon, { signal })
  addEventListener('resize', placeSoon, { signal })
  document.addEventListener('scroll', placeSoon, { signal, capture: true, passive: true })
  placeSoon()

  return () => {
    controller.abort()
    stopWatching()
    cancelAnimationFrame(frame)
  }
}
