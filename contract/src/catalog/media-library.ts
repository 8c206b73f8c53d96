import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { idList, objectId } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { media } from './media.ts'

/** `usedBy` counts the products that would lose the picture with its deletion. */
const libraryMedia = media.extend({
  usedBy: z.number(),
  categories: z.array(z.string()),
  pages: z.array(z.string()),
  isOfShop: z.boolean(),
})
export type LibraryMedia = z.output<typeof libraryMedia>

const mediaUse = z.object({ _id: objectId, name: z.string(), isActive: z.boolean() })
export type MediaUse = z.output<typeof mediaUse>

export const mediaCalls = {
  'GET /media': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }),
    response: { 200: pageOf(libraryMedia) },
  },
  /** Answers in the order asked for; unknown ids are left out. */
  'GET /media/gallery': {
    access: 'everyone',
    querystring: z.object({ gallery: idList.default([]) }),
    response: { 200: envelope(z.array(media)) },
  },
  'GET /media/:id': { access: 'everyone', params: byId, response: { 200: envelope(media) } },
  /** Of an animation the first picture is kept; `use=logo` takes an SVG too. */
  'POST /media': {
    access: 'admin',
    limit: 'uploads',
    querystring: z.object({ use: z.literal('logo').optional().catch(undefined) }),
    response: { 201: envelope(media) },
  },
  'DELETE /media/:id': { access: 'admin', params: byId, response: done },
  'GET /media/:id/products': { access: 'admin', params: byId, response: { 200: envelope(z.array(mediaUse)) } },
} as const satisfies Endpoints
