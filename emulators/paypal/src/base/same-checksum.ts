import { crc32 } from 'node:zlib'

/** Known differences by their highest bit, with the positions that produce each. */
type Basis = Map<number, { difference: number; places: bigint }>

const room = 64

/**
 * The JSON text followed by white space that gives it the checksum of another text. A checksum is no signature: each
 * space that becomes a tab changes CRC-32 in its own way, and some combination gives any wanted value.
 */
export function withChecksumOf(wanted: string, text: string) {
  const padded = (tabs: bigint) =>
    text + Array.from({ length: room }, (_, place) => ((tabs >> BigInt(place)) & 1n ? '\t' : ' ')).join('')
  const start = crc32(padded(0n))
  const basis: Basis = new Map()
  for (let place = 0n; place < room; place++) {
    const rest = reduce(basis, crc32(padded(1n << place)) ^ start, 1n << place)
    if (rest.difference !== 0) basis.set(Math.clz32(rest.difference), rest)
  }
  return padded(reduce(basis, crc32(wanted) ^ start, 0n).places)
}

function reduce(basis: Basis, difference: number, places: bigint) {
  const rest = { difference, places }
  for (const [bit, known] of [...basis].sort(([one], [other]) => one - other)) {
    if (Math.clz32(rest.difference) !== bit) continue
    rest.difference ^= known.difference
    rest.places ^= known.places
  }
  return rest
}
