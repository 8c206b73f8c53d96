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

/** The message is the sentence for the uploader. */
export class UnfitPicture extends Error {}

/** The picture needs more memory than there is, or ends the process that decodes it. */
export const notPrepared = 'This picture could not be prepared. Please choose another one.'

export const BUSY_WITH_PICTURES = 'The shop is busy with other pictures. Please try again in a moment.'
