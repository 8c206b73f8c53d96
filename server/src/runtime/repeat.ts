import type { Part } from './closing.ts'

/**
 * Repeats work that every instance does for itself; shared work is in work/open-work.ts. A run that takes longer skips
 * turns, a failed one is followed by the next, and closing awaits the run under way.
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
