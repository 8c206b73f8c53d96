import { z } from 'zod'
import { objectId } from '../shared/fields.ts'

/** `url` is the largest rendition; pictureUrl() names the smaller ones. */
export const media = z.object({
  _id: objectId,
  name: z.string(),
  url: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  /** Whether every rendition exists as AVIF, which takes a while after the upload. */
  hasAvif: z.boolean(),
})
export type Media = z.output<typeof media>
