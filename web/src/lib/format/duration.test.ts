import { expect, it } from 'vitest'
import { durationText } from './duration.ts'

it.each([
  [1800, '30 minutes'],
  [60, '1 minute'],
  [3600, '1 hour'],
  [7200, '2 hours'],
  [90, '90 seconds'],
  [5400, '90 minutes'],
  [1, '1 second'],
])('reads %i seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
