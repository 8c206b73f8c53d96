/** Asks the user, and calls `leave` when the unsaved values may be lost. */
type LeaveGuard = (leave: () => void) => void

const guards = new Set<LeaveGuard>()

/** `guarded()` asks this guard until the returned function is called. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Calls `leave` at once, or leaves that to the guard of a form with unsaved values. For what no blocked navigation can undo. */
export function guarded(leave: () => void): void {
  const [guard] = guards
  if (guard) guard(leave)
  else leave()
}
