import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { withChecksumOf } from './same-checksum.ts'

it.each(['{"value":"1.00"}', '{}', 'a long text '.repeat(500)])(
  'another JSON can have the checksum of %.20s',
  wanted => {
    const forged = withChecksumOf(wanted, '{"value":"9999.00"}')

    expect(crc32(forged)).toBe(crc32(wanted))
    expect(JSON.parse(forged)).toEqual({ value: '9999.00' })
  },
)
