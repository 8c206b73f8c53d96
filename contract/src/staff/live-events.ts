import { z } from 'zod'
import { orderStatuses } from '../orders/order-status.ts'
import type { Endpoints } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'

export const liveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order'),
    order: objectId,
    from: oneOf(orderStatuses).nullable(),
    status: oneOf(orderStatuses),
    customer: z.string(),
    total: z.number(),
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('payment'),
    payment: objectId,
    order: objectId.nullable(),
    problem: z.string().nullable(),
  }),
  z.object({ kind: z.literal('dispute'), dispute: objectId, isNew: z.boolean() }),
  /** The stock fell to five units or to none. */
  z.object({ kind: z.literal('low-stock'), product: objectId, name: z.string(), stock: z.number() }),
  z.object({
    kind: z.literal('changed'),
    what: z.enum([
      'customers',
      'media',
      'categories',
      'products',
      'planned-prices',
      'imports',
      'audit',
      'reviews',
      'pages',
      'settings',
      'discounts',
      'gift-cards',
    ]),
  }),
  /** Events were missed: any data on screen may be outdated. */
  z.object({ kind: z.literal('gap') }),
])
export type LiveEvent = z.output<typeof liveEvent>

/** Data loaded before the last event may lack it. */
export interface StreamOpened {
  quietMs: number
}

export const liveCalls = {
  'GET /dashboard/events': {
    access: 'admin',
    summary:
      'What happens, as it happens: server-sent events, each with one LiveEvent as its data; the first, `opened`, has a StreamOpened.',
    headers: z.object({ accept: z.string().includes('text/event-stream', 'This call answers text/event-stream.') }),
    response: { 200: z.unknown().describe('A stream of LiveEvent.') },
  },
} as const satisfies Endpoints
