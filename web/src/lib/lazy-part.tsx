import { type ComponentType, lazy, useEffect, useState } from 'react'

/**
 * A part of a screen whose code is loaded when it is first shown. While loading fails, `Missing` or nothing is shown in
 * its place; the next mount tries again. After `load` it is shown at once: React keeps a fallback for 300 ms at least.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = () => null,
) {
  const begin = () => lazy(async () => ({ default: await load().catch(() => Unavailable) }))
  let next: ComponentType<Props> = begin()

  function Unavailable(props: Props) {
    useEffect(() => {
      next = begin()
    }, [])
    return <Missing {...props} />
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
