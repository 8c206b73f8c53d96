import { type ComponentType, lazy } from 'react'

/** A page whose code comes when it is opened. */
export function lazyPage(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}
