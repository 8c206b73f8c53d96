import { expect, it, vi } from 'vitest'
import { remember } from './remember.ts'

it('answers from memory at once, refreshes an old answer, and works once for concurrent callers', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let made = 0
  const count = remember(async (_key: string) => ++made, 60_000)

  expect(await Promise.all([count('a'), count('a')])).toEqual([1, 1])
  expect(await count('b')).toBe(2)

  vi.setSystemTime(Date.now() + 60_001)
  expect(await count('a')).toBe(1)
  await vi.waitFor(async () => expect(await count('a')).toBe(3))
  expect(made).toBe(3)
  vi.useRealTimers()
})

it('tries again after a failure', async () => {
  let tries = 0
  const answer = remember(async () => {
    if (++tries === 1) throw new Error('away')
    return 'here'
  }, 1000)

  await expect(answer(1)).rejects.toThrow('away')
  expect(await answer(1)).toBe('here')
})
