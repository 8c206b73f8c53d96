import { expect, it } from 'vitest'
import { prefixOf } from './prefix.ts'

it.each([
  ['/paypal-emulator', '/paypal-emulator'],
  ['/a/b', '/a/b'],
  ['//evil.test', ''],
  ['/"><script>', ''],
  ['evil', ''],
  [undefined, ''],
])('reads the prefix %j as %j', (given, prefix) => {
  expect(prefixOf(given === undefined ? {} : { 'x-forwarded-prefix': given })).toBe(prefix)
})
