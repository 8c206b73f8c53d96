import { expect, it } from 'vitest'
import { passwordStrength } from './strength.ts'

it.each([
  ['abcd1!', 'weak'],
  ['aaaa1111!!!!', 'weak'],
  ['kerala#42', 'fair'],
  ['Kerala#4', 'fair'],
  ['kerala#42monsoon', 'strong'],
  ['Kerala#42rain', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
