import type { Part } from './closing.ts'

/**
 * Repeats work that every instance does for itself; shared work is in operate/open-work.ts. A run that takes longer than
 * `everyMs` skips turns, the next run follows a failed one, and closing awaits the current run.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, complain?: (error: unknown) => void): Part {
  let run: Promise<unknown> | undefined
  const timer = setInterval(() => {
    run ??= work()
      .catch(complain ?? (() => {}))
      .then(() => {
        run = undefined
      })
  }, everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await run
    },
  }
}
