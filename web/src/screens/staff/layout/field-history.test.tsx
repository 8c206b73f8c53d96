import { expect, it } from 'vitest'
import { inWords } from './field-history.tsx'

it('writes values of a history as people read them, and leaves names as they are', () => {
  const values = ['The Taj sale', '2026-12-01T09:00', 2.5, true, false, '', null]
  expect(values.map(inWords)).toEqual(['The Taj sale', '2026-12-01 09:00', '2.5', 'Yes', 'No', 'Nothing', 'Nothing'])
})
