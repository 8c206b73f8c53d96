import { z } from 'zod'
import { objectId } from './fields.ts'

/** A picture of the library. `url` is the largest rendition; pictureSources() names the smaller ones. */
export const media = z.object({
  _id: objectId,
  name: z.string(),
  url: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
})
export type Media = z.output<typeof media>

/** Widths in pixels that every picture is stored in; the last one is what `url` points at. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const

/** The stored renditions of a picture: `/media/<hash>-<width>.webp`. */
export function pictureUrl(url: string, width: (typeof PICTURE_WIDTHS)[number]): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`)
}
