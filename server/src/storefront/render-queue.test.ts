import { describe, expect, it, vi } from 'vitest'
import { BusyError } from '../platform/http/errors.ts'
import { renderQueue } from './render-queue.ts'

/** Work that lasts until the test ends it, and the number of running ones. */
function someWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begin = vi.fn(() => promise)
  return { begin, end: resolve }
}

describe('the queue of pages to be rendered', () => {
  it('renders a limited number at once, queues a limited number and refuses more at once', async () => {
    const enter = renderQueue({ atOnce: 2, mostWaiting: 3 })
    const { begin, end } = someWork()
    const taken = Array.from({ length: 5 }, () => enter(begin))

    await expect(enter(begin)).rejects.toBeInstanceOf(BusyError)
    expect(begin).toHaveBeenCalledTimes(2)

    end()
    await Promise.all(taken)
    expect(begin).toHaveBeenCalledTimes(5)
  })

  it('accepts more when one ends, also after a failed rendering', async () => {
    const enter = renderQueue({ atOnce: 1, mostWaiting: 0 })
    await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

    await expect(enter(async () => 'a page')).resolves.toBe('a page')
  })
})
