import { TOAST_MS } from '@mela/contract'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer as Container, cssTransition, type ToastContent, toast } from 'react-toastify/unstyled'
import { IconButton } from './button.tsx'
import { isNarrow, placeToasts, toastHost } from './toast-host.ts'

export const toastOptions = {
  position: 'top-right',
  autoClose: TOAST_MS,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
} as const

export type ToastKind = 'success' | 'warning' | 'error'

const GAP = 8
const USABLE = 'a, button, input, select, textarea, summary, [role="option"]'

const slide = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 120 })

const icons: Record<string, React.ReactElement> = {
  success: <CircleCheck className="text-success" />,
  warning: <TriangleAlert className="text-warn" />,
  error: <CircleAlert className="text-danger" />,
}

/** Loaded by `Toasts`. Unstyled, so that the library injects no style sheet. */
export function ToastContainer() {
  useEffect(() => {
    placeToasts()
    document.addEventListener('focusin', keepOffInUse)
    const stopWatching = toast.onChange(() => requestAnimationFrame(keepOffInUse))
    return () => {
      document.removeEventListener('focusin', keepOffInUse)
      stopWatching()
      toastHost().remove()
    }
  }, [])

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

/** Moves toasts below the field or button in use, where they would cover it and there is room. */
function keepOffInUse(): void {
  const list = toastHost().querySelector<HTMLElement>('.toasts')
  const inUse = document.activeElement
  if (!list || list.contains(inUse)) return
  list.style.translate = ''
  if (isNarrow() || !inUse?.matches(USABLE)) return
  const [toasts, used] = [list.getBoundingClientRect(), inUse.getBoundingClientRect()]
  const isCovered =
    used.top < toasts.bottom && used.bottom > toasts.top && used.left < toasts.right && used.right > toasts.left
  const room = innerHeight - used.bottom - 2 * GAP
  if (isCovered && toasts.height < room) list.style.translate = `0 ${used.bottom + GAP - toasts.top}px`
}

interface Shown {
  id: string
  kind: ToastKind
  text: string
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
export function raise(kind: ToastKind, text: string, onUndo?: () => void): void {
  const content = onUndo ? withUndo(text, onUndo) : <ToastText text={text} />
  const id = shown.find(one => one.kind === kind && one.text === text)?.id ?? `toast-${++count}`
  shown = [...shown.filter(one => one.id !== id), { id, kind, text }]

  // A toast that waits for the container is not active yet; the library treats a second one with its id as the same.
  if (toast.isActive(id)) toast.update(id, { render: content })
  else toast[kind](content, { toastId: id, role: kind === 'error' ? 'alert' : 'status' })
  close(shown.slice(0, isNarrow() ? -1 : -MOST_SHOWN))
}

/** Two lines at most in the header's band of a phone. */
function ToastText({ text }: { text: string }) {
  return <span className="wrap-anywhere max-sm:line-clamp-2">{text}</span>
}

const withUndo =
  (text: string, onUndo: () => void): ToastContent =>
  ({ closeToast }) => (
    <span className="flex w-full items-center justify-between gap-3">
      <ToastText text={text} />
      <button
        type="button"
        className="min-h-11 rounded-control px-2 font-semibold underline underline-offset-3"
        onClick={() => {
          closeToast()
          onUndo()
        }}
      >
        Undo
      </button>
    </span>
  )

/** On a phone, removes the toasts that speak of a page which was left; by Back all of them. */
export function leavePage(isBack: boolean): void {
  if (isNarrow()) close(shown.filter(one => isBack || one.isOld))
}

function close(toasts: Shown[]): void {
  shown = shown.filter(one => !toasts.includes(one))
  for (const { id } of toasts) toast.dismiss(id)
}
