/** Widths in pixels that every picture is stored in; the last one is what a media's `url` points at. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Edge in pixels of the square that somebody's picture is cut to. */
export const AVATAR_WIDTH = 512

/** The stored renditions of a picture: `/media/<hash>-<width>.webp`, and the same as AVIF once media.hasAvif. */
export function pictureUrl(url: string, width: PictureWidth, format: 'webp' | 'avif' = 'webp'): string {
  return url.replace(/-\d+\.webp$/, `-${width}.${format}`)
}
