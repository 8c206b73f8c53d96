import { describe, expect, it } from 'vitest'
import { readOrderName } from './order-name.ts'

describe('the name of an order in a search', () => {
  it.each([
    ['100234', '100234'],
    [' #100234 ', '100234'],
    ['order 100234', '100234'],
    ['Order no. M-7', 'M-7'],
    ['order number: 42', '42'],
    ['M-7', 'M-7'],
    ['MELA1001', 'MELA1001'],
    ['26/1001', '26/1001'],
    ['7F2A91BC', '7F2A91BC'],
    ['#7f2a91bc', '7f2a91bc'],
    ['67a1b2c3d4e5f60718293a4b', '67a1b2c3d4e5f60718293a4b'],
  ])('is read from %j', (text, name) => {
    expect(readOrderName(text)).toBe(name)
  })

  it.each([
    '',
    'kurta',
    'size 42',
    'XL',
    'under 50',
    '12.50',
    'order of the day',
    'facade',
    'defaced',
    '3-4',
    'kurta 1001',
  ])('is not read from %j', text => {
    expect(readOrderName(text)).toBeUndefined()
  })
})
