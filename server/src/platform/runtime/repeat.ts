import { setImmediate } from 'node:timers/promises'
import type { Part } from './run-until-stopped.ts'

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

/** A flood of requests must not become one of log lines. */
export function onceAMinute<Args extends unknown[]>(say: (...args: Args) => void): (...args: Args) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (Date.now() - last < 60_000) return
    last = Date.now()
    say(...args)
  }
}

const SLICE_MS = 5

/** Other requests get a pause every few milliseconds. */
export async function* withPauses<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}
