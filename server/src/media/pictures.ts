import { PICTURE_WIDTHS, pictureUrl } from '@mela/contract'
import type { FileStore } from './file-store.ts'

/** The largest rendition: its file name, and its size in pixels. */
export interface StoredPicture {
  file: string
  width: number
  height: number
}

/** Stores what the shop shows of an uploaded picture; refuses what is none that it takes. */
export interface PictureMaker {
  makePicture(bytes: Buffer): Promise<StoredPicture>
  makeAvatar(bytes: Buffer): Promise<StoredPicture>
}

/** Removes every rendition of a picture, the largest first: where it stands, the others do too. */
export async function removePicture(files: FileStore, file: string): Promise<void> {
  for (const width of PICTURE_WIDTHS.toReversed()) {
    for (const format of ['webp', 'avif'] as const) await files.remove(pictureUrl(file, width, format))
  }
}
