import { PICTURE_WIDTHS, type PictureWidth, pictureUrl } from '@mela/contract'
import sharp from 'sharp'
import type { FileStore } from './file-store.ts'
import { boxOf } from './render-pictures.ts'

/** Visually equal to the WebP; more effort than 2 takes six times as long for a twentieth of the bytes. */
const SETTINGS = { quality: 55, effort: 2 }
/** AVIF must be a tenth smaller than WebP to be worth a second file. */
const WORTH_IT = 0.9

interface Rendition {
  width: PictureWidth
  bytes: Buffer
}

/** False when AVIF is not worth it. */
export async function writeAvifs(files: FileStore, file: string): Promise<boolean> {
  if (await files.has(avifOf(file, 1200))) return true

  const renditions = await encodeAll(files, file).catch(() => [])
  for (const { width, bytes } of renditions) await files.write(avifOf(file, width), bytes)
  return renditions.length > 0
}

/** Undefined when the AVIFs together are hardly smaller. */
async function encodeAll(files: FileStore, file: string): Promise<Rendition[]> {
  const largest = await files.read(file)
  const renditions: Rendition[] = []
  let webpBytes = 0
  let avifBytes = 0
  for (const width of PICTURE_WIDTHS) {
    const bytes = await sharp(largest).resize(boxOf(width)).avif(SETTINGS).toBuffer()
    renditions.push({ width, bytes })
    avifBytes += bytes.length
    webpBytes += (await files.read(pictureUrl(file, width))).length
  }
  return avifBytes < WORTH_IT * webpBytes ? renditions : []
}

const avifOf = (file: string, width: PictureWidth) => pictureUrl(file, width, 'avif')
