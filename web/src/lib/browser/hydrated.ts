import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating; values of local storage may be rendered only when it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
