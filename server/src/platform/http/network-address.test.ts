import { describe, expect, it } from 'vitest'
import { networkOf } from './network-address.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:41000', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2ff::7', '2001:db8:1:200::'],
    ['[2001:db8:1:2ff::7]', '2001:db8:1:200::'],
    ['[2001:db8:1:2ff::7]:41000', '2001:db8:1:200::'],
  ])('of %s is %s', (written, network) => {
    expect(networkOf(written)).toBe(network)
  })

  it.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.7:x', '[203.0.113.7'])(
    'of %j, which is no address, is undefined',
    written => {
      expect(networkOf(written)).toBeUndefined()
    },
  )
})
