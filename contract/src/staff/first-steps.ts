import { z } from 'zod'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { flag, notAnObject, oneOf } from '../shared/fields.ts'

export const FIRST_STEPS = [
  ...(['name', 'look', 'money', 'countries', 'delivery', 'product'] as const),
  ...(['payment', 'mail', 'pages', 'security', 'open'] as const),
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const firstSteps = z.object({
  /** A demo shows no card, nor does a shop where it is put away or all is done. */
  isShown: z.boolean(),
  isDismissed: z.boolean(),
  /** `isKept`: staff confirmed the present setting, which `canKeep` allows. */
  steps: z.array(
    z.object({
      ...{ step: oneOf(FIRST_STEPS), isDone: z.boolean(), isKept: z.boolean(), canKeep: z.boolean() },
      missing: z.array(z.string()),
    }),
  ),
  example: z.object({ name: z.string(), price: z.number(), total: z.number(), shipping: z.number() }).nullable(),
  hasDemoData: z.boolean(),
  hasMailServer: z.boolean(),
})
export type FirstSteps = z.output<typeof firstSteps>

export const firstStepCalls = {
  'GET /dashboard/first-steps': { access: 'admin', response: { 200: envelope(firstSteps) } },
  'PATCH /dashboard/first-steps': {
    access: 'admin',
    body: z.object({ kept: z.array(oneOf(FIRST_STEPS)).optional(), isDismissed: flag.optional() }, notAnObject),
    response: { 200: envelope(firstSteps) },
  },
  'POST /dashboard/test-email': { access: 'admin', response: { 200: envelope(firstSteps) } },
} as const satisfies Endpoints
