import pLimit from 'p-limit'
import { BusyError } from '../platform/http/errors.ts'

/** Pages are rendered in one thread; more at once only share it, and the database connections. */
const AT_ONCE = 8
/** At ten milliseconds a page, the last of them waits two seconds. */
const MOST_WAITING = 200

/** Renders and queues limited numbers of pages; refuses more with a BusyError at once. */
export function renderQueue({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}) {
  const turns = pLimit(atOnce)
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    turns.activeCount + turns.pendingCount < atOnce + mostWaiting ? turns(work) : Promise.reject(new BusyError())
}
