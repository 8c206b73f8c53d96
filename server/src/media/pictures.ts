import { EMAIL_FORMATS, PICTURE_WIDTHS, pictureUrl } from '@mela/contract'
import type { FileStore } from './file-store.ts'

/** The largest rendition: file name, and size in pixels. */
export interface StoredPicture {
  file: string
  width: number
  height: number
}

/** Stores the renditions of an uploaded picture; refuses unsupported files. */
export interface PictureMaker {
  /** Only a logo may be an SVG; `isFirst` says that the file has more pictures than the one that is kept. */
  makePicture(bytes: Buffer, use?: 'picture' | 'logo'): Promise<StoredPicture & { isFirst?: boolean }>
  makeAvatar(bytes: Buffer): Promise<StoredPicture>
  /** Stores a stored picture again in an email format, by its largest rendition's file name. */
  makeEmailPicture(file: string): Promise<StoredPicture>
}

/** Removes every rendition of a picture, the largest first: where it exists, the others do too. */
export async function removePicture(files: FileStore, file: string): Promise<void> {
  for (const format of EMAIL_FORMATS) await files.remove(pictureUrl(file, 400, format))
  for (const width of PICTURE_WIDTHS.toReversed()) {
    for (const format of ['webp', 'avif'] as const) await files.remove(pictureUrl(file, width, format))
  }
}
