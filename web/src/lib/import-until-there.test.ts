import { afterEach, expect, it, vi } from 'vitest'
import { importUntilThere } from './import-until-there.ts'

afterEach(() => void vi.useRealTimers())

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  })
  return load
}

it('imports once more when the network is back', async () => {
  const load = failing(1)
  const part = importUntilThere(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())

  dispatchEvent(new Event('online'))

  expect(await part).toBe('the part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('imports again after pauses that double', async () => {
  vi.useFakeTimers()
  const load = failing(3)
  const part = importUntilThere(load)

  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000)

  expect(await part).toBe('the part')
})
