/** Widths in pixels that every picture is stored in; the last one is what a media's `url` points at. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const

/** The stored renditions of a picture: `/media/<hash>-<width>.webp`. */
export function pictureUrl(url: string, width: (typeof PICTURE_WIDTHS)[number]): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`)
}
