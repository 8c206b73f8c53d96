import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
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

const byId = z.object({ id: objectId })

export const listMedia = {
  method: 'GET',
  url: '/media',
  access: 'admin',
  schema: { querystring: listQuery({ cap: STAFF_PAGE_CAP }), response: { 200: pageOf(libraryMedia) } },
} as const satisfies Endpoint

/** Answers in the order asked for; unknown ids are left out. */
export const getGallery = {
  method: 'GET',
  url: '/media/gallery',
  access: 'everyone',
  schema: { querystring: z.object({ gallery: idList.default([]) }), response: { 200: envelope(z.array(media)) } },
} as const satisfies Endpoint

export const getMedia = {
  method: 'GET',
  url: '/media/:id',
  access: 'everyone',
  schema: { params: byId, response: { 200: envelope(media) } },
} as const satisfies Endpoint

/** Of an animation the first picture is kept; `use=logo` takes an SVG too. */
export const uploadMedia = {
  method: 'POST',
  url: '/media',
  access: 'admin',
  limit: 'uploads',
  schema: {
    querystring: z.object({ use: z.literal('logo').optional().catch(undefined) }),
    response: { 201: envelope(media) },
  },
} as const satisfies Endpoint

export const deleteMedia = {
  method: 'DELETE',
  url: '/media/:id',
  access: 'admin',
  schema: { params: byId, response: { 200: envelope(z.null()) } },
} as const satisfies Endpoint

const mediaUse = z.object({ _id: objectId, name: z.string(), isActive: z.boolean() })
export type MediaUse = z.output<typeof mediaUse>

export const listMediaUses = {
  method: 'GET',
  url: '/media/:id/products',
  access: 'admin',
  schema: { params: byId, response: { 200: envelope(z.array(mediaUse)) } },
} as const satisfies Endpoint
