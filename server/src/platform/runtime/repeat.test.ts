import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

describe('repeat', () => {
  it('goes on after a failure, which it reports', async () => {
    const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error('away'))
    const complain = vi.fn()
    const part = repeat(1000, work, complain)

    await vi.advanceTimersByTimeAsync(2000)

    expect(work).toHaveBeenCalledTimes(2)
    expect(complain.mock.calls).toEqual([[new Error('away')]])
    await part.close()
  })

  it('awaits the run under way when it closes, and starts none after', async () => {
    let hasEnded = false
    const work = vi.fn(async () => {
      await Promise.resolve()
      hasEnded = true
    })
    const part = repeat(1000, work)
    vi.advanceTimersByTime(1000)

    await part.close()

    expect(hasEnded).toBe(true)
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledOnce()
  })
})
