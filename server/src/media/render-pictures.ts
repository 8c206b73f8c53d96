import { createHash, randomBytes } from 'node:crypto'
import { AVATAR_MEGAPIXELS, AVATAR_WIDTH, PICTURE_WIDTHS } from '@mela/contract'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import type { FileStore } from './file-store.ts'
import { readScans } from './jpeg-scans.ts'
import type { StoredPicture } from './pictures.ts'
import { notPrepared, UnfitPicture } from './unfit-picture.ts'

// The decoders. Only a process that serves no shopper imports this file (docs/decisions/0024).

/** What a camera takes, and what is enough for a square of 512 (B78, B88). */
const MEGAPIXELS = { picture: 40, avatar: AVATAR_MEGAPIXELS } as const
type Use = keyof typeof MEGAPIXELS
const [, , LARGEST] = PICTURE_WIDTHS

const notAnImage = 'Only jpeg, jpg, png and webp images are allowed.'
/**
 * A decoder goes over the whole picture once for each scan, for which a few bytes are enough. Cameras make one, and
 * progressive encoders fewer than 30.
 */
const MOST_SCANS = 100
const tooManyScans =
  `JPEG images of more than ${MOST_SCANS} scans are not allowed. ` +
  'Please save this picture again, or choose another one.'
const tooManyPixels = (use: Use) => `Images of more than ${MEGAPIXELS[use]} megapixels are not allowed.`

// The same picture is hardly ever asked for twice.
sharp.cache(false)

// Whatever a file calls itself, no other decoder ever runs (B88).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

interface Decoded {
  pixels: Buffer
  info: OutputInfo
  /** Whether it was small enough to begin with. */
  isAsItCame: boolean
}

/**
 * Stores a picture in every width, never enlarged, as WebP without any metadata. Equal pictures share their files: the
 * name is a hash, and the largest one is written last, so where it stands the others do too.
 */
export async function writePicture(files: FileStore, bytes: Buffer): Promise<StoredPicture> {
  const picture = await decode(bytes)
  const largest = picture.isAsItCame && isBareWebp(bytes) ? bytes : await encode(picture, LARGEST)
  const hash = createHash('sha256').update(largest).digest('hex').slice(0, 32)
  const nameOf = (width: number) => `${hash}-${width}.webp`

  if (!(await files.has(nameOf(LARGEST)))) {
    const contentOf = (width: number) => (width === LARGEST ? largest : encode(picture, width))
    await writeAll(files, nameOf, contentOf)
  }
  return { file: nameOf(LARGEST), width: picture.info.width, height: picture.info.height }
}

/** All of the widths, or none of them where the disk has no room for all. */
async function writeAll(
  files: FileStore,
  nameOf: (width: number) => string,
  contentOf: (width: number) => Buffer | Promise<Buffer>,
): Promise<void> {
  const written: string[] = []
  try {
    for (const width of PICTURE_WIDTHS) {
      await files.write(nameOf(width), await contentOf(width))
      written.push(nameOf(width))
    }
  } catch (error) {
    for (const file of written) await files.remove(file)
    throw error
  }
}

/**
 * Stores somebody's picture, cut to a square, as WebP without any metadata. Its name is drawn at random: it is theirs
 * alone, so it can be removed without looking whether somebody else has chosen the same one.
 */
export async function writeAvatar(files: FileStore, bytes: Buffer): Promise<StoredPicture> {
  await measure(bytes, 'avatar')
  const square = upright(bytes, 'avatar').resize(AVATAR_WIDTH, AVATAR_WIDTH)
  const avatar = await readable(() => square.webp({ quality: 80, effort: 2 }).toBuffer())
  const file = `${randomBytes(16).toString('hex')}-${AVATAR_WIDTH}.webp`
  await files.write(file, avatar)
  return { file, width: AVATAR_WIDTH, height: AVATAR_WIDTH }
}

/** Decodes all of the picture, upright and in sRGB, at the size of the largest rendition. */
async function decode(bytes: Buffer): Promise<Decoded> {
  const { width, height } = await measure(bytes, 'picture')
  const image = upright(bytes, 'picture').resize(boxOf(LARGEST))
  const { data, info } = await readable(() => image.raw().toBuffer({ resolveWithObject: true }))
  return { pixels: data, info, isAsItCame: info.width === width && info.height === height }
}

/** Reads no more pixels than the use allows, even when the header said less. */
function upright(bytes: Buffer, use: Use): Sharp {
  return sharp(bytes, { limitInputPixels: MEGAPIXELS[use] * 1_000_000 }).autoOrient()
}

/** The size that a picture says it has, before anything is unfolded to it. */
async function measure(bytes: Buffer, use: Use): Promise<{ width: number; height: number }> {
  refuseSlowJpeg(bytes)
  const { width, height } = await readable(() => sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > MEGAPIXELS[use] * 1_000_000) throw new UnfitPicture(tooManyPixels(use))
  return { width, height }
}

/** The time of a JPEG follows from its pixels only when its scans are few (docs/decisions/0024). */
function refuseSlowJpeg(bytes: Buffer): void {
  const { scans, isArithmetic } = readScans(bytes)
  if (isArithmetic) throw new UnfitPicture(notAnImage)
  if (scans > MOST_SCANS) throw new UnfitPicture(tooManyScans)
}

/** What cannot be read is not an image that the shop takes. */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw new UnfitPicture(/out of memory/.test(String(error)) ? notPrepared : notAnImage)
  }
}

function encode({ pixels, info }: Decoded, width: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize(boxOf(width))
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

/** At most `width` wide; very tall pictures stop at twice that, which WebP can always hold. */
export function boxOf(width: number): ResizeOptions {
  return { width, height: 2 * width, fit: 'inside', withoutEnlargement: true }
}

/** A WebP of one chunk of pixels and nothing else holds no metadata, so it can be kept as it is. */
function isBareWebp(bytes: Buffer): boolean {
  const chunk = bytes.toString('latin1', 12, 16)
  return (chunk === 'VP8 ' || chunk === 'VP8L') && 20 + bytes.readUInt32LE(16) === bytes.length
}
