import { useEffect } from 'react'
import { useCurrentUser } from '../../lib/current-user.ts'

/** Keeps the cart of a signed-in customer in step with the server; visitors load nothing for it. */
export function useSyncedCart(): void {
  const user = useCurrentUser()?.id

  useEffect(() => {
    if (!user) return
    let stop = () => {}
    let isOver = false
    // Without it the cart stays in this browser; the next page tries again.
    void import('./sync-cart.ts').then(
      ({ keepCartInStep }) => {
        if (!isOver) stop = keepCartInStep(user)
      },
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [user])
}
