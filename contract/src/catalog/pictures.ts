/** Widths are in pixels; a media's `url` is the last one. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

export const AVATAR_WIDTH = 512

/** What every mail program draws: PNG for pictures with transparent parts. */
export const EMAIL_FORMATS = ['jpg', 'png'] as const

type PictureFormat = 'webp' | 'avif' | (typeof EMAIL_FORMATS)[number]

/** AVIF exists once media.hasAvif, an email format once an email has shown the picture. */
export function pictureUrl(url: string, width: PictureWidth, format: PictureFormat = 'webp'): string {
  return url.replace(/-\d+\.webp$/, `-${width}.${format}`)
}

/** Large phones make pictures of this size. */
export const UPLOAD_MEGABYTES = 20
export const AVATAR_MEGABYTES = 5
export const AVATAR_MEGAPIXELS = 16

export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000
