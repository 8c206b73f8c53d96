import { createHash, randomBytes } from 'node:crypto'
import { AVATAR_MEGAPIXELS, AVATAR_WIDTH, PICTURE_WIDTHS, pictureUrl } from '@mela/contract'
import sharp, { type Sharp } from 'sharp'
import type { FileStore } from './file-store.ts'
import { boxOf, notPrepared, type StoredPicture, UnfitPicture } from './pictures.ts'

const UPLOAD_MEGAPIXELS = 64

const MARKER = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Lower markers are reserved, or scan bytes that look like one; restart markers have no length. */
const hasLength = (marker: number) => marker >= 0xc0 && (marker < 0xd0 || marker > 0xd7)

const isArithmeticFrame = (marker: number) => marker >= 0xc9 && marker <= 0xcf && marker !== 0xcc

// Only a process that serves no requests imports the decoders (docs/decisions/0024).

/** The resolution of a phone for pictures; enough for a square of 512 pixels for avatars. */
const MEGAPIXELS = { picture: UPLOAD_MEGAPIXELS, avatar: AVATAR_MEGAPIXELS } as const
type Use = keyof typeof MEGAPIXELS
const [, , LARGEST] = PICTURE_WIDTHS

const notAnImage = 'Only jpeg, jpg, png and webp images are allowed.'
const damaged = 'This picture is damaged. Please save it again, or choose another one.'
/** A decoder processes the whole picture for each scan, of which progressive encoders make fewer than 30. */
const MOST_SCANS = 100
const tooManyScans =
  `JPEG images of more than ${MOST_SCANS} scans are not allowed. ` +
  'Please save this picture again, or choose another one.'
const tooManyPixels = (use: Use) => `Images of more than ${MEGAPIXELS[use]} megapixels are not allowed.`
/** The decoder of AVIF holds the whole picture several times: 24 megapixels need more memory than the process has. */
const AVIF_MEGAPIXELS = 16
const tooLargeAvif =
  `AVIF images of more than ${AVIF_MEGAPIXELS} megapixels are not allowed. ` +
  'Please save this picture as JPEG, or choose a smaller one.'

const unreadableHeic =
  'This is a HEIC photo, which the shop cannot read. Please save it as JPEG and choose that; ' +
  'an iPhone takes JPEG with Settings › Camera › Formats › Most Compatible.'

// A picture is hardly ever decoded twice.
sharp.cache(false)

// No other decoder ever runs, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(decoder => `VipsForeignLoad${decoder}Buffer`),
})
/** Allowed while a logo is drawn, and at no other time. */
const SVG_DECODER = { operation: ['VipsForeignLoadSvgBuffer'] }

/**
 * Upright, in sRGB, and nothing is enlarged. Equal pictures share files; the largest is written last, so where it exists the others do too.
 */
export async function writePicture(files: FileStore, bytes: Buffer): Promise<StoredPicture & { isFirst: boolean }> {
  const { pages = 1 } = await measure(bytes, 'picture')
  const image = upright(bytes, 'picture').resize(boxOf(LARGEST))
  const { data, info } = await readable(() => image.raw().toBuffer({ resolveWithObject: true }), damaged)
  const { width, height, channels } = info
  // `info` still says that colours are multiplied by their alpha, and sharp would divide them by it once more.
  const raw = { width, height, channels }
  const encode = (width: number) =>
    sharp(data, { raw }).resize(boxOf(width)).webp({ quality: 80, effort: 2 }).toBuffer()
  const largest = await encode(LARGEST)
  const hash = createHash('sha256').update(largest).digest('hex').slice(0, 32)
  const nameOf = (width: number) => `${hash}-${width}.webp`

  if (!(await files.has(nameOf(LARGEST)))) {
    try {
      for (const width of PICTURE_WIDTHS)
        await files.write(nameOf(width), width === LARGEST ? largest : await encode(width))
    } catch (error) {
      // The disk is full.
      for (const width of PICTURE_WIDTHS) await files.remove(nameOf(width))
      throw error
    }
  }
  return { file: nameOf(LARGEST), width, height, isFirst: pages > 1 }
}

export const writeLogo = async (files: FileStore, bytes: Buffer) =>
  writePicture(files, isSvg(bytes) ? await drawSvg(bytes) : bytes)

/** The decoder loads nothing from other addresses, and runs no script. */
async function drawSvg(bytes: Buffer): Promise<Buffer> {
  sharp.unblock(SVG_DECODER)
  try {
    const { width, height } = await readable(() => sharp(bytes).metadata(), damaged)
    const density = Math.min(72 * Math.max(1, LARGEST / Math.max(width, height)), 10_000)
    const drawn = sharp(bytes, { density, limitInputPixels: UPLOAD_MEGAPIXELS * 1_000_000 }).resize(boxOf(LARGEST))
    return await readable(() => drawn.png().toBuffer(), damaged)
  } finally {
    sharp.block(SVG_DECODER)
  }
}

/** A random name is the account's alone, so the file can be removed unchecked. */
export async function writeAvatar(files: FileStore, bytes: Buffer): Promise<StoredPicture> {
  await measure(bytes, 'avatar')
  const square = upright(bytes, 'avatar').resize(AVATAR_WIDTH, AVATAR_WIDTH)
  const avatar = await readable(() => square.webp({ quality: 80, effort: 2 }).toBuffer(), damaged)
  const file = `${randomBytes(16).toString('hex')}-${AVATAR_WIDTH}.webp`
  await files.write(file, avatar)
  return { file, width: AVATAR_WIDTH, height: AVATAR_WIDTH }
}

/** Outlook for Windows draws no WebP. */
export async function writeEmailPicture(files: FileStore, file: string): Promise<StoredPicture> {
  const small = sharp(await files.read(pictureUrl(file, 400)))
  const { hasAlpha, width, height } = await small.metadata()
  const name = pictureUrl(file, 400, hasAlpha ? 'png' : 'jpg')
  await files.write(name, await (hasAlpha ? small.png() : small.jpeg({ quality: 80 })).toBuffer())
  return { file: name, width, height }
}

/** Reads no more pixels than the use allows, even when the header says less. */
function upright(bytes: Buffer, use: Use): Sharp {
  return sharp(bytes, { limitInputPixels: MEGAPIXELS[use] * 1_000_000 }).autoOrient()
}

/** The header's claim is checked before anything is decoded. */
async function measure(bytes: Buffer, use: Use): Promise<{ width: number; height: number; pages?: number }> {
  if (isHeic(bytes)) throw new UnfitPicture(unreadableHeic)
  // The time to decode a JPEG of many scans would not follow from its pixels (docs/decisions/0024).
  const scans = countScans(bytes)
  if (scans > MOST_SCANS) throw new UnfitPicture(Number.isFinite(scans) ? tooManyScans : notAnImage)
  const measured = await readable(() => sharp(bytes, { limitInputPixels: false }).metadata(), notAnImage)
  const { width, height, format } = measured
  const pixels = width * height
  if (pixels > MEGAPIXELS[use] * 1_000_000) throw new UnfitPicture(tooManyPixels(use))
  if (format === 'heif' && pixels > AVIF_MEGAPIXELS * 1_000_000) throw new UnfitPicture(tooLargeAvif)
  return measured
}

async function readable<Result>(read: () => Promise<Result>, refusal: string): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw new UnfitPicture(/memory/i.test(String(error)) ? notPrepared : refusal)
  }
}

/**
 * Scans are found as libjpeg finds them; a segment whose length it may not skip is not skipped. Infinite for arithmetic
 * coding: browsers do not show it, and an empty scan of it can still cover every pixel.
 */
export function countScans(bytes: Buffer): number {
  let scans = 0
  if (bytes[0] !== MARKER || bytes[1] !== 0xd8) return scans
  let at = bytes.indexOf(MARKER, 2)
  while (at !== -1) {
    while (bytes[at] === MARKER) at++
    const marker = bytes[at++] ?? END_OF_IMAGE
    if (marker === END_OF_IMAGE) break
    if (marker === START_OF_SCAN) scans++
    if (isArithmeticFrame(marker)) return Number.POSITIVE_INFINITY
    if (hasLength(marker) && at + 1 < bytes.length) at += bytes.readUInt16BE(at)
    at = bytes.indexOf(MARKER, at)
  }
  return scans
}

/** By the brands at its beginning; those of an AVIF may name the same container. */
const isHeic = (bytes: Buffer) =>
  /^ftyp(?!.*avi[fs]).*(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(bytes.toString('latin1', 4, 64))

function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 4000)
  return /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text)
}
