/** Gets the user whose right to the dashboard may have ended, or nothing when that may be anybody's. */
type Listener = (userId?: string) => void
const listeners = new Set<Listener>()

/** Calls back when an admin is demoted or deactivated, or a session of theirs ends, on whichever instance; returns the way to stop. */
export function onLostAccess(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the database tells it (migration 0025). */
export const lostAccessChannel = {
  lost_access(userId?: string) {
    for (const listener of listeners) listener(userId)
  },
}
