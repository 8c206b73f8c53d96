import { expect, it, vi } from 'vitest'
import { refreshing } from './use-live-updates.ts'

it('refreshes at once, and later events together after a pause', () => {
  vi.useFakeTimers()
  const refreshed: string[] = []
  const { add, stop } = refreshing(key => refreshed.push(key))

  add(['orders', 'dashboard'])
  expect(refreshed).toEqual(['orders', 'dashboard'])

  for (let n = 0; n < 50; n++) add(['orders'])
  expect(refreshed).toHaveLength(2)
  vi.advanceTimersByTime(1500)
  expect(refreshed).toEqual(['orders', 'dashboard', 'orders'])

  vi.advanceTimersByTime(1500)
  add(['payments'])
  expect(refreshed.at(-1)).toBe('payments')
  stop()
  vi.useRealTimers()
})
