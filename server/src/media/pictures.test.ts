import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Color } from 'sharp'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { storePicture } from './media-library.ts'
import { findMedia } from './media-rows.ts'

const shop = startShop()

const notAnImage = 'Only jpeg, jpg, png and webp images are allowed.'
const damaged = 'This picture is damaged. Please save it again, or choose another one.'
/** A plain picture; each test has its own colour, because equal pictures share their files. */
const picture = (width: number, height: number, background: Color) =>
  sharp({ create: { width, height, channels: 3, background } })

const store = (bytes: Buffer, name = 'kurta.jpg') =>
  storePicture(shop.db, shop.app, { bytes, name, alt: 'A red kurta', actor: null })

/** The served bytes of a stored picture, at one of its widths. */
async function served(url: string, width: number) {
  const { rawPayload } = await shop.app.inject(url.replace('-1200.webp', `-${width}.webp`))
  return sharp(rawPayload).metadata()
}

/** The EXIF entry of the GPS position, little-endian. */
const gpsTag = Buffer.from([0x25, 0x88])

describe('storing a picture', () => {
  it('T263 answers its id, name and address, and keeps them', async () => {
    const media = await store(await picture(1600, 800, 'red').jpeg().toBuffer())

    expect(media).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'kurta.jpg',
      alt: 'A red kurta',
      url: expect.stringMatching(/^\/media\/[0-9a-f]{32}-1200\.webp$/),
      width: 1200,
      height: 600,
      hasAvif: false,
    })
    expect(await findMedia(shop.db, media._id)).toEqual(media)
  })

  it('accepts an AVIF, and of a GIF that moves the first picture', async () => {
    const avif = await picture(99, 99, 'salmon').avif().toBuffer()
    const still = await picture(40, 40, 'tomato').gif().toBuffer()
    const frames = await Promise.all(['red', 'blue'].map(colour => picture(40, 40, colour).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()

    const made = await Promise.all([avif, still, moving].map(bytes => shop.app.pictures.makePicture(bytes)))

    expect(made.map(({ width, height, isFirst }) => [width, height, isFirst])).toEqual([
      [99, 99, false],
      [40, 40, false],
      [40, 40, true],
    ])
    const { dominant } = await sharp(await readFile(`${shop.app.files.folder}/${made[2]?.file}`)).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  it('refuses an AVIF of more than 16 megapixels, which needs too much memory, and says what to do', async () => {
    const avif = await picture(64, 64, 'salmon').avif().toBuffer()
    const size = avif.indexOf('ispe', 0, 'latin1') + 8
    avif.writeUInt32BE(5000, size)
    avif.writeUInt32BE(4000, size + 4)

    await expect(store(avif)).rejects.toMatchObject({
      code: 'invalid_file',
      message:
        'AVIF images of more than 16 megapixels are not allowed. ' +
        'Please save this picture as JPEG, or choose a smaller one.',
    })
  })

  it('accepts the 48 megapixels of a phone, and turns them upright', async () => {
    const phone = picture(8064, 6048, 'gray').withMetadata({ orientation: 6 }).jpeg({ quality: 50 })

    expect(await store(await phone.toBuffer())).toMatchObject({ width: 1200, height: 1600 })
  })

  it('B88 removes the GPS position, and turns it upright', async () => {
    const bytes = await picture(800, 400, 'blue')
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 55/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif?.includes(gpsTag)).toBe(true)

    const { url } = await store(bytes)

    for (const width of [400, 800, 1200]) {
      const { exif, xmp, icc, orientation, ...size } = await served(url, width)
      expect({ exif, xmp, icc, orientation }).toEqual({})
      expect(size).toMatchObject({ width: 400, height: 800 })
    }
  })
})

describe('a picture that is WebP already', () => {
  const largest = async (url: string) => (await shop.app.inject(url)).rawPayload

  it('B88 is encoded anew when it holds anything else, or is too large', async () => {
    const noted = await picture(1200, 1200, 'pink')
      .withExif({ IFD0: { Artist: 'Neha' } })
      .webp()
      .toBuffer()
    const large = await picture(1500, 1500, 'pink').webp().toBuffer()
    const trailing = Buffer.concat([await picture(1200, 1200, 'pink').webp().toBuffer(), Buffer.from('<script>')])

    for (const bytes of [noted, large, trailing]) {
      const { url } = await store(bytes)
      const kept = await largest(url)
      expect(await sharp(kept).metadata()).toMatchObject({ width: 1200, height: 1200 })
      expect((await sharp(kept).metadata()).exif).toBeUndefined()
      expect(kept.includes('<script>')).toBe(false)
    }
  })
})

describe('an invalid picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

  const boxed = (...brands: [string, ...string[]]) => {
    const [major, ...others] = brands
    const content = Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`, 'latin1')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(4 + content.length)
    return Buffer.concat([length, content, Buffer.alloc(200)])
  }

  it.each<[string, () => Promise<Buffer>, unknown?]>([
    ['an SVG named .png', async () => Buffer.from(svg)],
    ['a TIFF', async () => picture(20, 20, 'white').tiff().toBuffer()],
    ['a HEIC', async () => boxed('heic', 'mif1', 'heic'), expect.stringContaining('Most Compatible')],
    ['a HEIC of another brand', async () => boxed('mif1', 'heix'), expect.stringContaining('This is a HEIC photo')],
    ['a video', async () => boxed('isom', 'mp42')],
    ['half a GIF', async () => Buffer.from('GIF89a')],
    ['text', async () => Buffer.from('This is not a picture.')],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a JPEG', async () => (await picture(900, 900, 'white').jpeg().toBuffer()).subarray(0, 2000), damaged],
    ['half a WebP', async () => (await readFile(demoPicture)).subarray(0, 9000)],
  ])('B88 is refused: %s', async (_what, bytes, message = notAnImage) => {
    await expect(store(await bytes(), 'picture.png')).rejects.toMatchObject({
      code: 'invalid_file',
      message,
    })
  })

  const demoPicture = new URL('../../../demo/pictures/cloth-tee-1.webp', import.meta.url)
})

describe('an SVG', () => {
  const svg = (content: string, attributes = 'width="60" height="20"') =>
    Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
  const draw = (bytes: Buffer) => shop.app.pictures.makePicture(bytes, 'logo')
  const pixelsOf = async (file: string) => sharp(await readFile(`${shop.app.files.folder}/${file}`)).stats()

  it('is drawn as large as the largest picture when it is a logo, with what is clear in it', async () => {
    const drawn = await draw(svg('<circle cx="10" cy="10" r="9" fill="red"/>'))

    expect(drawn).toMatchObject({ width: 1200, height: 400, isFirst: false })
    expect((await pixelsOf(drawn.file)).isOpaque).toBe(false)
    expect(
      await draw(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')),
    ).toMatchObject({
      width: 1200,
    })
  })

  it('shows nothing of files and addresses that it names', async () => {
    const secret = `${shop.app.files.folder}/secret.png`
    await writeFile(secret, await picture(20, 20, 'red').png().toBuffer())
    const names = [secret, `file://${secret}`, 'secret.png', 'http://127.0.0.1/secret.png']

    for (const name of names) {
      const { file } = await draw(
        svg(`<image href="${name}" width="60" height="20"/><style>@import "${name}";</style>`),
      )
      expect((await pixelsOf(file)).channels[3]?.max).toBe(0)
    }
  })

  it.each([
    ['that is cut off', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g>'],
    ['that is larger than any picture', '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'],
    [
      'of entities that multiply',
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}">${'bcdefghij'
        .split('')
        .map((one, n) => `<!ENTITY ${one} "${`&${'abcdefghi'[n]};`.repeat(20)}">`)
        .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>`,
    ],
  ])('%s is refused, and a picture after it is made', async (_, text) => {
    await expect(draw(Buffer.from(text))).rejects.toMatchObject({ code: 'invalid_file' })

    await expect(store(svg('<rect width="9" height="9"/>'), 'logo.png')).rejects.toMatchObject({ message: notAnImage })
    expect(await store(await picture(10, 10, 'navy').png().toBuffer())).toMatchObject({ width: 10 })
  })
})
