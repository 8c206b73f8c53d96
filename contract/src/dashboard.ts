import { z } from 'zod'
import { type Endpoint, envelope } from './endpoint.ts'

/** What the dashboard's tiles show: any key with any value, in the order of the keys (SPEC §3). */
export const stats = z.record(z.string(), z.union([z.number(), z.string()]))
export type Stats = z.output<typeof stats>

export const getStats = {
  method: 'GET',
  url: '/users/admin',
  schema: { tags: ['dashboard'], response: { 200: envelope(stats) } },
} as const satisfies Endpoint
