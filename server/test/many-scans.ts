/** A segment: its marker, its length and its content. */
export const jpegSegment = (marker: number, content: readonly number[]) =>
  Buffer.from([0xff, marker, 0, content.length + 2, ...content])

const ones = (count: number) => Array.from({ length: count }, () => 1)
const none = (count: number) => Buffer.alloc(count)

/** A Huffman table with one code of one bit, for this symbol. */
const huffmanTable = (table: number, symbol: number) => jpegSegment(0xc4, [table, 1, ...none(15), symbol])

const BITS = 14
const COEFFICIENTS = 63

/**
 * A valid progressive JPEG of 64 × 64 grey pixels with this many scans, 883 at most: one for the mean of each block,
 * then one for each bit of each coefficient. Such a scan states in one byte that all 64 blocks are empty.
 */
export function jpegOfScans(scans: number): Buffer {
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, [0, ...ones(64)]),
    jpegSegment(0xc2, [8, 0, 64, 0, 64, 1, 1, 0x11, 0]),
    huffmanTable(0x00, 0),
    huffmanTable(0x10, 0x60),
    jpegSegment(0xda, [1, 1, 0, 0, 0, 0]),
    none(8),
  ]
  for (let scan = 0; scan < scans - 1; scan++) {
    const bit = BITS - 1 - Math.floor(scan / COEFFICIENTS)
    const coefficient = 1 + (scan % COEFFICIENTS)
    const precision = bit === BITS - 1 ? bit : (bit + 1) * 16 + bit
    parts.push(jpegSegment(0xda, [1, 1, 0, coefficient, coefficient, precision]), Buffer.from([0x01]))
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}
