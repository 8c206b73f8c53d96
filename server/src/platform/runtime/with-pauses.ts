import { setImmediate } from 'node:timers/promises'

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
