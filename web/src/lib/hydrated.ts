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

/** Hides what is for visitors alone until it is known whether this is one. */
export const untilKnown = (isHydrated: boolean) =>
  !isHydrated && '[html:not([data-guest])_&]:[@media(scripting:enabled)]:invisible'
