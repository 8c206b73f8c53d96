import { describe, expect, it, vi } from 'vitest'
import { BusyError } from '../http/errors.ts'
import { renderQueue } from './render-queue.ts'

/** Work that lasts until the test ends it, and says how much of it is under way. */
function someWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begin = vi.fn(() => promise)
  return { begin, end: resolve }
}

describe('the queue of pages to be rendered', () => {
  it('renders so many at once, lets so many wait and refuses the next at once', async () => {
    const enter = renderQueue({ atOnce: 2, mostWaiting: 3 })
    const { begin, end } = someWork()
    const taken = Array.from({ length: 5 }, () => enter(begin))

    await expect(enter(begin)).rejects.toBeInstanceOf(BusyError)
    expect(begin).toHaveBeenCalledTimes(2)

    end()
    await Promise.all(taken)
    expect(begin).toHaveBeenCalledTimes(5)
  })

  it('takes more as soon as there is room, also after a rendering that failed', async () => {
    const enter = renderQueue({ atOnce: 1, mostWaiting: 0 })
    await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

    await expect(enter(async () => 'a page')).resolves.toBe('a page')
  })
})
