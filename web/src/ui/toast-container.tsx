import { TOAST_MS } from '@mela/contract'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer as Container, cssTransition, type ToastContent, toast } from 'react-toastify/unstyled'
import { IconButton } from './button.tsx'
import { isNarrow, placeToasts, toastHost } from './toast-host.ts'

const GAP = 8
const USABLE = 'a, button, input, select, textarea, summary, label, [role="option"]'

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
  const controller = new AbortController()
  const place = () => placeToasts()
  place()
  for (const name of ['toggle', 'close'])
    document.addEventListener(name, place, { capture: true, signal: controller.signal })
  return () => {
    controller.abort()
    toastHost().remove()
  }
}

interface Span {
  top: number
  bottom: number
  left: number
  right: number
}

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
function keepOffInUse(): () => void {
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

export interface Said {
  kind: 'success' | 'warning' | 'error'
  text: string
  /** The operation: a success removes the errors of the same one. */
  about?: string | undefined
}

interface Shown extends Said {
  id: string
  /** Whether the user has gone on since, so that the toast speaks of the page that is left next. */
  isOld?: boolean
}

const MOST_SHOWN = 3

/** Oldest first. */
let shown: Shown[] = []
let count = 0

addEventListener('pointerdown', markOld, { capture: true, passive: true })
addEventListener('keydown', markOld, { capture: true, passive: true })

function markOld() {
  shown = shown.map(one => ({ ...one, isOld: true }))
}

toast.onChange(({ id, status }) => {
  if (status === 'removed') shown = shown.filter(one => one.id !== id)
})

/** Shows a toast, or restarts the time of one with the same text; with too many toasts the oldest is removed. */
export function raise({ kind, text, about = '' }: Said, content: ToastContent): void {
  if (kind === 'success') withdraw(about)
  const known = shown.find(one => one.kind === kind && one.text === text)
  const one = { id: known?.id ?? `toast-${++count}`, kind, text, about }
  shown = [...shown.filter(({ id }) => id !== one.id), one]

  // A toast that waits for the container is not active yet; the library treats a second one with its id as the same.
  if (toast.isActive(one.id)) toast.update(one.id, { render: content })
  else toast[kind](content, { toastId: one.id, role: kind === 'error' ? 'alert' : 'status' })
  close(shown.slice(0, isNarrow() ? -1 : -MOST_SHOWN))
}

export function withdraw(about: string): void {
  close(shown.filter(one => one.kind !== 'success' && one.about === about))
}

/** On a phone, removes the toasts that speak of a page which was left; by Back all of them. */
export function leavePage(isBack: boolean): void {
  if (isNarrow()) close(shown.filter(one => isBack || one.isOld))
}

function close(toasts: Shown[]): void {
  shown = shown.filter(one => !toasts.includes(one))
  for (const { id } of toasts) toast.dismiss(id)
}
