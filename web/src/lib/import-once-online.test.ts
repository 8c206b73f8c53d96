import { afterEach, expect, it, vi } from 'vitest'
import { importOnceOnline } from './import-once-online.ts'

afterEach(() => vi.restoreAllMocks())

it('code that fails offline, and once more right after the network came back, is imported at the next try', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let tries = 0
  const load = async () => {
    tries++
    if (tries <= 2) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  }

  const imported = importOnceOnline(load)
  await vi.waitFor(() => expect(tries).toBe(1))
  network.mockReturnValue(true)
  dispatchEvent(new Event('online'))

  expect(await imported).toBe('code')
})

it('code that fails while the network is there is gone', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)

  await expect(importOnceOnline(() => Promise.reject(new TypeError('404')))).rejects.toThrow('404')
})
