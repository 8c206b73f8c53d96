import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import type { ToastContent } from 'react-toastify'
import { toRefusal } from '../lib/failure.ts'
import { importOnceOnline } from '../lib/import-once-online.ts'
import { isNarrow } from './toast-host.ts'

export type Kind = 'success' | 'warning' | 'error'

const listeners = new Set<() => void>()
let areWanted = false

/** Whether the page needs its toast container yet; the library is loaded only then. */
const demand = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => areWanted,
  raise() {
    areWanted = true
    for (const listener of listeners) listener()
  },
}

/** Never resolves for code that is gone after an upgrade: messages are missing until a link loads a whole page. */
const importIfThere = <Module,>(load: () => Promise<Module>): Promise<Module> =>
  importOnceOnline(load).catch(() => new Promise<never>(() => {}))

let list: Promise<typeof import('./toast-list.ts')> | undefined
const loadList = () => {
  list ??= importIfThere(() => import('./toast-list.ts'))
  return list
}

interface ToastOptions {
  kind: Kind
  text: string
  /** The operation: a success removes the errors of the same one. */
  about?: string | undefined
}

/**
 * Shows a toast. All toasts wait for one promise, which keeps their order; the library queues them until the container
 * is mounted. Without a network they wait until the code can be loaded.
 */
async function show(
  { kind, text, about = '' }: ToastOptions,
  content: ToastContent = <ToastText text={text} />,
): Promise<void> {
  demand.raise()
  const { raise } = await loadList()
  raise(content, { kind, text, about })
}

/** Two lines at most in the header's band of a phone. */
function ToastText({ text }: { text: string }) {
  return <span className="max-sm:line-clamp-2">{text}</span>
}

export function toastSuccess(text: string, about?: string): void {
  void show({ kind: 'success', text, about })
}

export function toastWarning(text: string, about?: string): void {
  void show({ kind: 'warning', text, about })
}

export function toastError(text: string, about?: string): void {
  void show({ kind: 'error', text, about })
}

/** An error that the screen shows by itself: a phone has no room to say it twice. */
export function toastShownError(text: string, about?: string): void {
  if (!isNarrow()) toastError(text, about)
}

/** Called when another page is shown. */
export function leaveToasts(isBack: boolean): void {
  void list?.then(({ leavePage }) => leavePage(isBack))
}

/** For a success without a message: removes the errors of the same operation. */
export function withdrawErrors(about = ''): void {
  void list?.then(({ withdraw }) => withdraw(about))
}

/** Mounted once, in the root layout. Loads the toasts with the visitor's first action or with the first toast. */
export function Toasts() {
  const isWanted = useSyncExternalStore(demand.subscribe, demand.read, () => false)
  const [Container, setContainer] = useState<ComponentType>()

  useEffect(() => {
    const once = { once: true, passive: true }
    addEventListener('pointerdown', demand.raise, once)
    addEventListener('keydown', demand.raise, once)
    return () => {
      removeEventListener('pointerdown', demand.raise)
      removeEventListener('keydown', demand.raise)
    }
  }, [])

  useEffect(() => {
    if (!isWanted) return
    void loadList()
    void importIfThere(() => import('./toast-container.tsx')).then(({ ToastContainer }) =>
      setContainer(() => ToastContainer),
    )
  }, [isWanted])

  return Container ? <Container /> : null
}

const FAILED = 'Something went wrong, please try again later...'

/** Reports a success that can be undone. */
export function toastWithUndo(message: string, undo: () => Promise<{ message: string }>, about?: string): void {
  async function handleUndo() {
    try {
      toastSuccess((await undo()).message, message)
    } catch (error) {
      toastError(toRefusal(error).message ?? FAILED, message)
    }
  }

  void show({ kind: 'success', text: message, about }, ({ closeToast }) => (
    <span className="flex w-full items-center justify-between gap-3">
      <span className="max-sm:line-clamp-2">{message}</span>
      <button
        type="button"
        className="min-h-11 rounded-control px-2 font-semibold underline underline-offset-3"
        onClick={() => {
          closeToast()
          void handleUndo()
        }}
      >
        Undo
      </button>
    </span>
  ))
}
