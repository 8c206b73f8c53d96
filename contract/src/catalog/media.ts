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
  hasAvif: z.boolean(),
})
export type Media = z.output<typeof media>
