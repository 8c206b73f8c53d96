import { z } from 'zod'
import { ownerProof } from '../accounts/security.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { notAnObject } from '../shared/fields.ts'

const opening = z.object({
  mode: z.enum(['demo', 'rehearsal', 'live']),
  /** What is left until the shop can be opened to real customers, each with what to do. */
  needs: z.array(z.object({ problem: z.string(), cure: z.string() })),
})

export const openingCalls = {
  'GET /dashboard/opening': { access: 'admin', response: { 200: envelope(opening) } },
  'POST /dashboard/opening': {
    access: 'admin',
    limit: 'payments',
    body: z.object(ownerProof.shape, notAnObject),
    response: { 200: envelope(opening) },
  },
} as const satisfies Endpoints
