import { type ComponentType, lazy, memo, Suspense, useEffect, useState } from 'react'
import { importUntilThere } from '../import-until-there.ts'
import { firstTouch } from './first-touch.ts'
import { repeatKept } from './kept-clicks.ts'

const loading: Promise<unknown>[] = []

/** The server renders late parts once their code is there. */
export const latePartsLoaded = () => Promise.all(loading)

/**
 * A part of a page that can be read without its code, which is loaded with the first sign of use of the page, or at once unless the
 * visitor is known as a guest. Until then it is as the server has rendered it, and clicks on its buttons are kept (docs/decisions/0075-late-parts.md).
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const code = import.meta.env.SSR ? load() : needed().then(() => importUntilThere(load))
  let Part: ComponentType<Props> = lazy(async () => ({ default: await code }))
  if (import.meta.env.SSR) loading.push(code.then(loaded => (Part = loaded)))

  // React would replace what the server has rendered when props change before the code is there.
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

/** A guest's page holds all that there is. */
const needed = async () => 'guest' in document.documentElement.dataset && (await firstTouch())

function Hydrated({ setIsHydrated }: { setIsHydrated: (isHydrated: true) => void }) {
  useEffect(() => {
    setIsHydrated(true)
    void repeatKept()
  }, [setIsHydrated])
  return null
}
