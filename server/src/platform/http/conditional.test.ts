import { describe, expect, it } from 'vitest'
import { isUnchanged } from './answer-cache.ts'

describe('If-None-Match', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a" , "c"', true],
    ['*', true],
    [' * ', true],
    ['"b", "c"', false],
    ['', false],
    [undefined, false],
  ])('%o names the ETag W/"a": %s', (wanted, expected) => {
    expect(isUnchanged(wanted, 'W/"a"')).toBe(expected)
  })
})
