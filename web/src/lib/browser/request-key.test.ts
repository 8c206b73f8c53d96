import { expect, it } from 'vitest'
import { createRequestKey } from './request-key.ts'

it('is the same for a retry with equal values, and another one for other values and after success', () => {
  const key = createRequestKey()

  const first = key.of({ text: 'Called.' })
  expect(key.of({ text: 'Called.' })).toBe(first)

  const other = key.of({ text: 'Called twice.' })
  expect(other).not.toBe(first)

  key.renew()
  expect(key.of({ text: 'Called twice.' })).not.toBe(other)
})
