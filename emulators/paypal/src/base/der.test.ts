import { describe, expect, it } from 'vitest'
import { boolean, identifier, integer, octetString, sequence, utcTime } from './der.ts'

describe('DER', () => {
  it.each([
    ['zero', integer(0), '020100'],
    ['a number below 128', integer(127), '02017f'],
    ['a number whose first bit is set', integer(128), '02020080'],
    ['zeros that say nothing', integer(Buffer.from([0, 0, 1])), '020101'],
    ['a boolean', boolean(true), '0101ff'],
    ['an identifier', identifier('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
    ['a time', utcTime(new Date('2031-02-03T04:05:06.789Z')), '170d3331303230333034303530365a'],
    ['values in a row', sequence(integer(1), integer(2)), '3006020101020102'],
  ])('writes %s', (_, written, hex) => {
    expect(written.toString('hex')).toBe(hex)
  })

  it.each([
    [127, '047f'],
    [128, '048180'],
    [256, '04820100'],
    [70_000, '0483011170'],
  ])('tells a length of %i in as many bytes as it takes', (length, head) => {
    expect(octetString(Buffer.alloc(length)).toString('hex').slice(0, head.length)).toBe(head)
  })
})
