import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpegOfScans, jpegSegment } from '../../test/many-scans.ts'
import { countScans } from './render-pictures.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
const picture = () => sharp({ create: { width: 200, height: 120, channels: 3, background: 'teal', noise } })

/** Inserts a segment after the first two bytes of a JPEG. */
const withSegment = (bytes: Buffer, segment: Buffer) =>
  Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])

describe('the scans of a JPEG', () => {
  it('exclude those of a thumbnail in the metadata, and of data after the end', async () => {
    const bytes = await picture().jpeg().toBuffer()
    const thumbnail = jpegSegment(0xe1, [...jpegOfScans(10)])

    expect(countScans(Buffer.concat([withSegment(bytes, thumbnail), jpegOfScans(300)]))).toBe(1)
  })

  it('are found behind restart markers, padding bytes and unknown markers', () => {
    const bytes = jpegOfScans(3)
    const second = bytes.indexOf(Buffer.from([0xff, 0xda]), bytes.indexOf(Buffer.from([0xff, 0xda])) + 2)
    const before = (...inserted: number[]) =>
      Buffer.concat([bytes.subarray(0, second), Buffer.from(inserted), bytes.subarray(second)])

    // A decoder that resynchronises at the next restart marker skips no length after a reserved one.
    for (const odd of [
      [0xff, 0xd3],
      [0xff, 0xff, 0xff],
      [0xff, 0x02, 0xff],
      [0xff, 0x00],
      [0x12, 0x34],
    ]) {
      expect(countScans(before(...odd))).toBe(3)
    }
  })
})
