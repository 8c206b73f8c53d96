import { type ComponentType, useEffect, useState } from 'react'
import { toRefusal } from '../lib/failure.ts'
import { importOnceOnline } from '../lib/import-once-online.ts'
import { messageAfterLoad } from '../lib/storage.ts'
import type { ToastKind } from './toast-container.tsx'

let load = () => {}

export const FAILED = 'Something went wrong, please try again later...'

/**
 * The library and its container, loaded with the visitor's first action or with the first toast, and without a network
 * once it is back. Never resolves for code that is gone after an upgrade: messages are missing until a link loads a
 * whole page.
 */
const code = new Promise<void>(resolve => {
  load = resolve
})
  .then(() => importOnceOnline(() => import('./toast-container.tsx')))
  .catch(() => new Promise<never>(() => {}))

/** Mounted once, in the root layout. */
export function Toasts() {
  const [Container, setContainer] = useState<ComponentType>()

  useEffect(() => {
    const once = { once: true, passive: true }
    addEventListener('pointerdown', load, once)
    addEventListener('keydown', load, once)
    void code.then(({ ToastContainer }) => setContainer(() => ToastContainer))
    const message = messageAfterLoad.take()
    if (message) toastSuccess(message)
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
    }
  }, [])

  return Container ? <Container /> : null
}

/** All toasts wait for one promise, which keeps their order; the library queues them until the container is mounted. */
async function show(kind: ToastKind, text: string, onUndo?: () => void): Promise<void> {
  load()
  const { raise } = await code
  raise(kind, text, onUndo)
}

export const toastSuccess = (text: string) => void show('success', text)
export const toastWarning = (text: string) => void show('warning', text)
export const toastError = (text: string) => void show('error', text)

/** A refusal in its own words, or else in those of `fallback`. */
export const toastRefusal = (error: unknown, fallback = FAILED) => toastError(toRefusal(error).message ?? fallback)

export function leaveToasts(isBack: boolean): void {
  void code.then(({ leavePage }) => leavePage(isBack))
}

/** Reports what a call has answered, or why it failed; answers whether it succeeded. */
export async function toastAnswer(answer: Promise<{ message: string }>, fallback = FAILED) {
  try {
    const { message } = await answer
    if (message) toastSuccess(message)
    return true
  } catch (error) {
    toastRefusal(error, fallback)
    return false
  }
}

export const toastWithUndo = (message: string, undo: () => Promise<{ message: string }>) =>
  void show('success', message, () => void toastAnswer(undo()))
