import type { Part } from '../runtime/closing.ts'
import { sendToFirst } from '../runtime/workers.ts'

/** Within this time the enqueuing transaction has usually committed; a later commit is seen by the next poll. */
const AFTER_MS = 100
/** A queue that is filled all the time polls by itself. */
const AT_MOST_EVERY_MS = 1000

type Wake = (queue: string) => void

const wakers = new Set<Wake>()
const due = new Map<string, NodeJS.Timeout>()
const woken = new Map<string, number>()

export function onEnqueued(wake: Wake): Part {
  wakers.add(wake)
  return { close: async () => void wakers.delete(wake) }
}

/** A process that has no workers tells the one that has them. */
export function wakeSoon(queue: string): void {
  if (wakers.size === 0) return void sendToFirst({ enqueued: queue })
  if (due.has(queue)) return
  const wait = Math.max(AFTER_MS, (woken.get(queue) ?? 0) + AT_MOST_EVERY_MS - Date.now())
  const timer = setTimeout(() => {
    due.delete(queue)
    woken.set(queue, Date.now())
    for (const wake of wakers) wake(queue)
  }, wait)
  due.set(queue, timer.unref())
}

export const wakeOnMessage = (message: object): void => {
  if ('enqueued' in message) wakeSoon(String(message.enqueued))
}
