import { type ComponentType, lazy, useEffect, useState } from 'react'

/**
 * A part of a screen whose code comes when it is first shown. While it cannot be fetched the screen stands without it, or with
 * `Missing` in its place; it is fetched again when it is shown the next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = () => null,
) {
  const begin = () => lazy(async () => ({ default: await load().catch(() => Unavailable) }))
  let next = begin()

  function Unavailable(props: Props) {
    useEffect(() => {
      next = begin()
    }, [])
    return <Missing {...props} />
  }

  return function LazyPart(props: Props) {
    const [Part] = useState(() => next)
    return <Part {...props} />
  }
}
