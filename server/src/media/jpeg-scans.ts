const MARKER = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

export interface JpegScans {
  scans: number
  /** Browsers do not show arithmetic coding. An empty scan of it can still cover every pixel. */
  isArithmetic: boolean
}

/** Scans are found as libjpeg finds them; a segment whose length it may not skip is not skipped. */
export function readScans(bytes: Buffer): JpegScans {
  const found = { scans: 0, isArithmetic: false }
  if (bytes[0] !== MARKER || bytes[1] !== 0xd8) return found
  let at = bytes.indexOf(MARKER, 2)
  while (at !== -1) {
    while (bytes[at] === MARKER) at++
    const marker = bytes[at++] ?? END_OF_IMAGE
    if (marker === END_OF_IMAGE) break
    if (marker === START_OF_SCAN) found.scans++
    if (isArithmeticFrame(marker)) found.isArithmetic = true
    if (hasLength(marker) && at + 1 < bytes.length) at += bytes.readUInt16BE(at)
    at = bytes.indexOf(MARKER, at)
  }
  return found
}

/** Lower markers are reserved, or scan bytes that look like one; restart markers have no length. */
const hasLength = (marker: number) => marker >= 0xc0 && (marker < 0xd0 || marker > 0xd7)

const isArithmeticFrame = (marker: number) => marker >= 0xc9 && marker <= 0xcf && marker !== 0xcc
