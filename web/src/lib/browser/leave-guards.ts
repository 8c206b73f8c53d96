/** Asks the user, and calls `leave` when the user agrees to lose unsaved values. */
type LeaveGuard = (leave: () => void) => void

const guards = new Set<LeaveGuard>()

/** `guarded()` asks this guard until the returned function is called. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Calls `leave`, or passes it to the guard of a form with unsaved values; for actions that are no navigation. */
export function guarded(leave: () => void): void {
  const [guard] = guards
  if (guard) guard(leave)
  else leave()
}
