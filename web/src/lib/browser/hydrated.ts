import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating: what local storage knows can be shown only when it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
