/** No user stands for any user. */
type Listener = (userId?: string) => void
const listeners = new Set<Listener>()

/** An admin may be demoted, deactivated or signed out on any instance. Returns the unsubscribe function. */
export function onLostAccess(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const lostAccessChannel = {
  lost_access(userId?: string) {
    for (const listener of listeners) listener(userId)
  },
}
