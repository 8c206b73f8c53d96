/** Asks the user, and calls `leave` once what was typed may go. */
type LeaveGuard = (leave: () => void) => void

const guards = new Set<LeaveGuard>()

/** From now on, until the returned function is called, `guarded` work waits for this guard. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Does at once what ends the page and cannot be taken back, unless something typed is at stake: then its guard asks first. */
export function guarded(leave: () => void): void {
  const [guard] = guards
  if (guard) guard(leave)
  else leave()
}
