import sharp from 'sharp'

/** A photograph as a phone takes it: rotated by a quarter turn and progressive, so that all of it must be decoded. */
export function photograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
  return sharp({ create: { width: 400, height: 300, channels: 3, background: 'black', noise } })
    .resize(width, height, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 40, progressive: true })
    .toBuffer()
}
