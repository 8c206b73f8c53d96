import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { BusyError } from '../http/errors.ts'

/** At twenty milliseconds each, the last of them waits two seconds. */
const MOST_WAITING = 100
/** Two of these works at once would run in each other's pauses. */
const turns = pLimit(1)

/**
 * Runs work that pauses between slices of about a millisecond, for requests to run. One such work runs at a time in the
 * whole process; throws a BusyError when too many wait.
 */
export async function inSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  if (turns.pendingCount >= MOST_WAITING) throw new BusyError()
  return turns(async () => {
    for (;;) {
      await setImmediate()
      const slice = work.next()
      if (slice.done) return slice.value
    }
  })
}
