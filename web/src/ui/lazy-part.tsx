import { type ComponentType, lazy, useEffect, useState } from 'react'
import { importOnceOnline } from '../lib/import-once-online.ts'
import { toastError } from './toast.tsx'

/**
 * A part of a screen whose code is loaded when it is first shown; without a network, once it is back. If loading fails,
 * a toast says so and a dialog closes; the next mount tries again. After `load` it is shown at once: React keeps a fallback for 300 ms at least.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const begin = () => lazy(async () => ({ default: await importOnceOnline(load, 0).catch(() => Unavailable) }))
  let next: ComponentType<Props> = begin()

  function Unavailable(props: Props) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
    useEffect(() => {
      next = begin()
      toastError('Something went wrong, please try reloading the page.')
      Object(props).onClose?.()
    }, [])
    return null
  }

  function LazyPart(props: Props) {
    const [Part] = useState(() => next)
    return <Part {...props} />
  }
  async function loadNow() {
    next = await load()
  }
  return Object.assign(LazyPart, { load: loadNow })
}
