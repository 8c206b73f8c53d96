import { type ComponentType, lazy, memo, Suspense, useEffect, useState } from 'react'
import { importUntilThere } from '../import-until-there.ts'
import { firstTouch } from './first-touch.ts'
import { repeatKept } from './kept-clicks.ts'

const loading: Promise<unknown>[] = []

/** Resolves when the code of all late parts is loaded: the server renders after that. */
export const latePartsLoaded = () => Promise.all(loading)

/**
 * A part of a page that is readable without its code. For a guest the code is loaded with the first use of the page,
 * for other visitors at once. Until then the server's markup stays, and clicks on its buttons are kept
 * (docs/decisions/0075-late-parts.md).
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const code = import.meta.env.SSR ? load() : needed().then(() => importUntilThere(load))
  let Part: ComponentType<Props> = lazy(async () => ({ default: await code }))
  if (import.meta.env.SSR) loading.push(code.then(loaded => (Part = loaded)))

  // Memoised, because React would replace the server's markup if props changed before the code is loaded.
  return memo(function LatePart(props: Props) {
    const [isHydrated, setIsHydrated] = useState(false)
    return (
      <div data-late={isHydrated ? undefined : ''}>
        <Suspense>
          <Part {...props} />
          <Hydrated setIsHydrated={setIsHydrated} />
        </Suspense>
      </div>
    )
  })
}

/** Waits for the first use of the page when the visitor is a guest, for whom the server's markup is complete. */
const needed = async () => 'guest' in document.documentElement.dataset && (await firstTouch())

function Hydrated({ setIsHydrated }: { setIsHydrated: (isHydrated: true) => void }) {
  useEffect(() => {
    setIsHydrated(true)
    void repeatKept()
  }, [setIsHydrated])
  return null
}
