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
