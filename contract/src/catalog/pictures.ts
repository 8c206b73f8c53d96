/** Widths in pixels of the stored renditions; a media's `url` is the last one. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Edge in pixels of the square that an avatar is cut to. */
export const AVATAR_WIDTH = 512

/** The stored renditions of a picture: `/media/<hash>-<width>.webp`, and the same as AVIF once media.hasAvif. */
export function pictureUrl(url: string, width: PictureWidth, format: 'webp' | 'avif' = 'webp'): string {
  return url.replace(/-\d+\.webp$/, `-${width}.${format}`)
}
