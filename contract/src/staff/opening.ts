import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'

const opening = z.object({
  mode: z.enum(['demo', 'rehearsal', 'live']),
  /** What is left until the shop can be opened to real customers, each with what to do. */
  needs: z.array(z.object({ problem: z.string(), cure: z.string() })),
})

export const openingCalls = {
  'GET /dashboard/opening': { access: 'admin', response: { 200: envelope(opening) } },
} as const satisfies Endpoints
