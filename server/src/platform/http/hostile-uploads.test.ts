import { crc32, deflateSync } from 'node:zlib'
import { errorCodes } from '@mela/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { jpegOfScans, jpegSegment } from '../../../test/many-scans.ts'
import { startShop } from '../../../test/shop.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 10)

const shop = startShop({ LOG_LEVEL: 'fatal' })
let picture: Buffer

beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

const uploads = [
  { method: 'PATCH', url: '/api/users/current-user/avatar', field: 'avatar', megapixels: 16 },
  { method: 'POST', url: '/api/media', field: 'image', megapixels: 64 },
] as const

/** The answer to an upload, and the stored result. */
async function upload({ method, url, field }: (typeof uploads)[number], bytes: Buffer, name = 'picture.png') {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  const { cookie } = await shop.admin()
  const answer = await shop.app.inject({ method, url, headers: { cookie }, payload: form })
  const { success, message, code, data } = answer.json()

  expect([200, 201, 400, 413]).toContain(answer.statusCode)
  expect(answer.body).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|vips/i)
  expect(success).toBe(answer.statusCode < 400)
  if (!success) expect(errorCodes).toContain(code)
  if (!success) return { status: answer.statusCode, message }

  const stored = await shop.app.inject(data.url ?? data.avatar.url)
  expect(stored.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  expect((await sharp(stored.rawPayload).metadata()).format).toBe('webp')
  return { status: answer.statusCode, message, stored: stored.rawPayload }
}

/** A PNG of one colour: a few kilobytes that decode to many pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe.each(uploads)('T351 $method $url', target => {
  it('B88 refuses a picture that would decode to 400 megapixels', async () => {
    const bytes = bomb(20_000, 20_000)
    expect(bytes.length).toBeLessThan(100_000)

    const message = `Images of more than ${target.megapixels} megapixels are not allowed.`
    expect(await upload(target, bytes)).toEqual({ status: 400, message })
  })

  it('B88 refuses a small JPEG of hundreds of scans, and accepts usual encoders', async () => {
    const message =
      'JPEG images of more than 100 scans are not allowed. Please save this picture again, or choose another one.'
    const progressive = await sharp(picture).jpeg({ progressive: true, optimizeScans: true }).toBuffer()

    expect(await upload(target, jpegOfScans(800))).toEqual({ status: 400, message })
    expect(await upload(target, jpegOfScans(101))).toEqual({ status: 400, message })
    for (const bytes of [jpegOfScans(100), progressive]) expect(await upload(target, bytes)).toHaveProperty('stored')
  })

  it('B88 refuses a JPEG with arithmetic coding, whose decoding time does not follow from its bytes', async () => {
    const message = 'Only jpeg, jpg, png and webp images are allowed.'
    const frame = jpegSegment(0xc9, [8, 0, 64, 0, 64, 1, 1, 0x11, 0])
    const table = jpegSegment(0xdb, [0, ...Buffer.alloc(64, 1)])
    const scan = jpegSegment(0xda, [1, 1, 0, 0, 63, 0])
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), table, frame, scan, Buffer.from([0xff, 0xd9])])

    expect(await upload(target, bytes)).toEqual({ status: 400, message })
  })

  it('stays intact after pictures that are broken anywhere', async () => {
    const broken = fc
      .array(fc.tuple(fc.nat(picture.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
      .map(changes => {
        const bytes = Buffer.from(picture)
        for (const [at, byte] of changes) bytes[at] = byte
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(broken, async bytes => void (await upload(target, bytes))),
      { numRuns: RUNS },
    )

    expect(await shop.get('/health')).toMatchObject({ status: 200 })
  })
})
