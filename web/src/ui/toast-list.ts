import { type ToastContent, toast } from 'react-toastify/unstyled'
import type { Kind } from './toast.tsx'
import { isNarrow } from './toast-host.ts'

interface Shown {
  id: string
  kind: Kind
  text: string
  about: string
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
export function raise(content: ToastContent, { kind, text, about }: Omit<Shown, 'id' | 'isOld'>): void {
  if (kind === 'success') withdraw(about)
  const known = shown.find(one => one.kind === kind && one.text === text)
  const one = { id: known?.id ?? `toast-${++count}`, kind, text, about }
  shown = [...shown.filter(({ id }) => id !== one.id), one]

  // A toast that waits for the container is not active yet; the library treats a second one with its id as the same.
  if (toast.isActive(one.id)) toast.update(one.id, { render: content })
  else toast[kind](content, { toastId: one.id, role: kind === 'error' ? 'alert' : 'status' })
  close(shown.slice(0, isNarrow() ? -1 : -MOST_SHOWN))
}

/** Removes the errors of an operation that then succeeded. */
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
