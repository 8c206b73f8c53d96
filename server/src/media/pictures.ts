export interface StoredPicture {
  file: string
  width: number
  height: number
}

export type MadePicture = StoredPicture & { isFirst?: boolean }

/** What the process of the decoders is asked, and answers. */
export type PictureRequest =
  | { kind: 'picture' | 'logo' | 'avatar'; bytes: Uint8Array }
  | { kind: 'email'; file: string }

export type PictureAnswer =
  | { kind: 'made'; picture: MadePicture }
  | { kind: 'unfit'; message: string }
  | { kind: 'failed'; message: string; code: unknown }

/** The message is the sentence for the uploader. */
export class UnfitPicture extends Error {}

/** The picture needs more memory than there is, or ends the process that decodes it. */
export const notPrepared = 'This picture could not be prepared. Please choose another one.'

export const BUSY_WITH_PICTURES = 'The shop is busy with other pictures. Please try again in a moment.'

/** WebP has no longer side. */
const LONGEST_SIDE = 16_383

/** The height is free, so that a long sheet of details stays readable. */
export const boxOf = (width: number) =>
  ({ width, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }) as const
