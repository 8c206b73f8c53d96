import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { notAnObject, objectId, text } from '../shared/fields.ts'
import { knownPerson } from '../shared/users.ts'

/** The customer never sees a note. */
export const orderNote = z.object({ _id: objectId, text: z.string(), at: z.iso.datetime(), by: knownPerson })
export type OrderNote = z.output<typeof orderNote>

export const orderNoteInput = z.object({ text: text({ max: 2000 }) }, notAnObject)

export const addOrderNote = {
  method: 'POST',
  url: '/orders/:id/notes',
  access: 'admin',
  schema: {
    tags: ['orders'],
    params: z.object({ id: objectId }),
    body: orderNoteInput,
    response: { 201: envelope(orderNote) },
  },
} as const satisfies Endpoint

export const deleteOrderNote = {
  method: 'DELETE',
  url: '/orders/:id/notes/:noteId',
  access: 'admin',
  schema: {
    tags: ['orders'],
    params: z.object({ id: objectId, noteId: objectId }),
    response: { 200: envelope(z.null()) },
  },
} as const satisfies Endpoint
