import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ToastContent } from 'react-toastify'
import { placeToasts, toastHost } from './toast-host.ts'

type Kind = 'success' | 'warning' | 'error'

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

let library: Promise<typeof import('react-toastify/unstyled')> | undefined

/** One promise for all keeps their order; the library keeps what is raised before the container stands. */
export async function show(kind: Kind, content: ToastContent): Promise<void> {
  demand.raise()
  library ??= import('react-toastify/unstyled')
  const { toast } = await library
  toast[kind](content, { role: kind === 'error' ? 'alert' : 'status' })
}

export function toastSuccess(message: string): void {
  void show('success', message)
}

export function toastWarning(message: string): void {
  void show('warning', message)
}

export function toastError(message: string): void {
  void show('error', message)
}

/** Stands once, in the root layout. Loads the toasts with the visitor's first action or with the first toast. */
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
    const host = toastHost()
    placeToasts()
    document.addEventListener('toggle', placeToasts, true)
    document.addEventListener('close', placeToasts, true)
    import('./toast-container.tsx').then(
      module => setContainer(() => module.ToastContainer),
      () => setContainer(undefined),
    )
    return () => {
      document.removeEventListener('toggle', placeToasts, true)
      document.removeEventListener('close', placeToasts, true)
      host.remove()
    }
  }, [isWanted])

  return Container ? createPortal(<Container />, toastHost()) : null
}
