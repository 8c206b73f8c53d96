import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mallocTrim, returnFreeMemory } from './return-memory.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const isPossible = (await mallocTrim()) !== undefined

it.runIf(isPossible)('returns what malloc keeps of freed memory to the system, after five seconds', async () => {
  const part = returnFreeMemory()
  const free = await takeMegabytes(200)
  const taken = process.memoryUsage.rss()
  free()
  const kept = process.memoryUsage.rss()

  await vi.advanceTimersByTimeAsync(5000)
  await part.close()

  const returned = process.memoryUsage.rss()
  expect(kept).toBeGreaterThan(taken - 20e6)
  expect(returned).toBeLessThan(taken - 160e6)
})

/** In blocks of 32 kB, of which every 32nd stays: malloc by itself returns what is last in its heap. */
async function takeMegabytes(megabytes: number): Promise<() => void> {
  const { default: koffi } = await import('koffi')
  const libc = koffi.load('libc.so.6')
  const malloc = libc.func('void *malloc(size_t)')
  const memset = libc.func('void *memset(void *, int, size_t)')
  const free = libc.func('void free(void *)')
  const size = 32 * 1024
  const blocks = Array.from({ length: (megabytes * 1e6) / size }, () => malloc(size))
  for (const block of blocks) memset(block, 1, size)
  const freed = blocks.filter((_, index) => index % 32 !== 31)
  return () => freed.forEach(block => void free(block))
}
