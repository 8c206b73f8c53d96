import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it('T166 greets by the hour', () => {
  expect([0, 4, 5, 11, 12, 16, 17, 23].map(greeting)).toEqual([
    'Good evening',
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ])
})
