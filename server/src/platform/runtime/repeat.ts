import type { Part } from './closing.ts'

/** Every instance does this work for itself. A long run skips turns; closing awaits the current run. */
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
