import { describe, expect, it } from 'vitest'
import { bestEncoding, isUnchanged } from './answer-cache.ts'

describe('the coding of an answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=0.5, BR;Q=1.0', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.3', 'gzip'],
    ['abracadabra, embroidery', 'identity'],
    ['br;q=x', 'identity'],
    ['', 'identity'],
  ])('for a client that accepts %o is %s', (accepted, encoding) => {
    expect(bestEncoding(accepted)).toBe(encoding)
  })
})

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
