import { expect, it } from 'vitest'
import { endOfDay, startOfDay } from './day-bounds.ts'

it('a day lasts from its midnight to the next, and what is no day is none', () => {
  expect(startOfDay('2026-11-21')).toBe(new Date(2026, 10, 21).toISOString())
  expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString())
  for (const text of [undefined, '', 'yesterday', '2026-13-40', '21.11.2026']) expect(startOfDay(text)).toBeUndefined()
})
