import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'

const troubles = z.object({
  /** Names of the providers that refused the shop's keys when they were asked last. */
  refusing: z.array(z.string()),
  /** Providers that take the keys and would not open the last payment, and their words. */
  unopened: z.array(z.object({ provider: z.string(), refusal: z.string() })),
  unsent: z.object({ count: z.number(), refusal: z.string() }).nullable(),
})
export type Troubles = z.output<typeof troubles>

export const troubleCalls = {
  'GET /dashboard/troubles': { access: 'admin', response: { 200: envelope(troubles) } },
} as const satisfies Endpoints
