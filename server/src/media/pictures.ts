import { EMAIL_FORMATS, PICTURE_WIDTHS, pictureUrl } from '@mela/contract'
import type { FileStore } from './file-store.ts'

export interface StoredPicture {
  file: string
  width: number
  height: number
}

export interface PictureMaker {
  /** Only a logo may be an SVG; `isFirst`: the file has more pictures than the one that is kept. */
  makePicture(bytes: Buffer, use?: 'picture' | 'logo'): Promise<StoredPicture & { isFirst?: boolean }>
  makeAvatar(bytes: Buffer): Promise<StoredPicture>
  /** A stored picture is named by its largest rendition. */
  makeEmailPicture(file: string): Promise<StoredPicture>
}

/** The largest goes first: where it exists, the others do too. */
export async function removePicture(files: FileStore, file: string): Promise<void> {
  for (const format of EMAIL_FORMATS) await files.remove(pictureUrl(file, 400, format))
  for (const width of PICTURE_WIDTHS.toReversed()) {
    for (const format of ['webp', 'avif'] as const) await files.remove(pictureUrl(file, width, format))
  }
}

/** No decoder of the shop reads these. */
const UNREADABLE = ['HEIC', 'TIFF', 'BMP', 'Photoshop', 'JPEG XL'] as const
export type UnreadableType = (typeof UNREADABLE)[number]

/** The first bytes decide, whatever the name claims; undefined for no picture. */
export function typeOf(bytes: Buffer): 'readable' | UnreadableType | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  const begins = (...starts: string[]) => starts.some(start => text(0, start.length) === start)
  if (begins('\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a')) return 'readable'
  if (begins('RIFF') && text(8, 12) === 'WEBP') return 'readable'
  if (text(4, 8) === 'ftyp') return typeOfBrands(bytes)
  if (begins('II*\0', 'MM\0*')) return 'TIFF'
  if (begins('8BPS')) return 'Photoshop'
  if (begins('\xff\x0a', '\0\0\0\x0cJXL ')) return 'JPEG XL'
  return begins('BM') && bytes.length > 18 && BMP_HEADS.includes(bytes.readUInt32LE(14)) ? 'BMP' : undefined
}

const BMP_HEADS = [12, 40, 52, 56, 64, 108, 124]

/** The first box has a length, 'ftyp', and brands of four letters. */
function typeOfBrands(bytes: Buffer): 'readable' | 'HEIC' | undefined {
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128)).match(/.{4}/gs) ?? []
  if (brands.some(brand => brand === 'avif' || brand === 'avis')) return 'readable'
  return brands.some(brand => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'HEIC' : undefined
}

export function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 4000)
  return /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text)
}

export const howToSave = (type: UnreadableType): string =>
  type === 'HEIC'
    ? 'This is a HEIC photo, which the shop cannot read. Please save it as JPEG and choose that; ' +
      'an iPhone takes JPEG with Settings › Camera › Formats › Most Compatible.'
    : `This is a ${type} picture, which the shop cannot read. Please save it as JPEG or PNG and choose that.`

/** The message is the sentence for the uploader. */
export class UnfitPicture extends Error {}

/** The picture needs more memory than there is, or ends the process that decodes it. */
export const notPrepared = 'This picture could not be prepared. Please choose another one.'
