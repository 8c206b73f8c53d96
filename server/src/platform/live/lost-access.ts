/** Gets the user whose access to the dashboard may have ended, or nothing for any user. */
type Listener = (userId?: string) => void
const listeners = new Set<Listener>()

/**
 * Calls back when an admin is demoted or deactivated, or their session ends, on any instance; returns the unsubscribe
 * function.
 */
export function onLostAccess(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Triggers notify this channel. */
export const lostAccessChannel = {
  lost_access(userId?: string) {
    for (const listener of listeners) listener(userId)
  },
}
