import type { Part } from './closing.ts'
import { lazily } from './lazily.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 5000
/** An idle shop holds less, and is left alone. */
const ENOUGH_BYTES = 200e6
const WORTH_BYTES = 4e6

/**
 * While this process grows beyond 200 MB, gives the system back what glibc's malloc holds and does not use. Does nothing on a system
 * without glibc. Why: ADR 0079.
 */
export function returnFreeMemory(): Part {
  const loaded = lazily(mallocTrim)
  let wanted = ENOUGH_BYTES
  return repeat(EVERY_MS, async () => {
    if (process.memoryUsage.rss() < wanted) return
    const trim = await loaded()
    trim?.()
    wanted = trim ? Math.max(ENOUGH_BYTES, process.memoryUsage.rss() + WORTH_BYTES) : Number.POSITIVE_INFINITY
  })
}

/** Undefined where libc has no `malloc_trim`, or where the package that calls it is not installed. */
export async function mallocTrim(): Promise<(() => void) | undefined> {
  try {
    const { default: koffi } = await import('koffi')
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t)')
    return () => trim(0)
  } catch {
    return undefined
  }
}
