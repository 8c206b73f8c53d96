import { z } from 'zod'
import { type Endpoint, envelope } from '../shared/endpoint.ts'
import { flag, notAnObject, oneOf } from '../shared/fields.ts'

/** The steps that set up a new shop, in this order. */
export const FIRST_STEPS = [
  ...(['name', 'look', 'money', 'countries', 'delivery', 'product'] as const),
  ...(['payment', 'mail', 'pages', 'security', 'open'] as const),
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const firstSteps = z.object({
  /** Whether the card belongs on the dashboard's home: not in a demo, not once it is put away or all is done. */
  isShown: z.boolean(),
  isDismissed: z.boolean(),
  /**
   * `isDone` follows from the shop's data, for 'security' from the caller's account; `isKept` means that staff confirmed
   * the present setting, which `canKeep` allows; `missing` names parts that are still to be done.
   */
  steps: z.array(
    z.object({
      ...{ step: oneOf(FIRST_STEPS), isDone: z.boolean(), isKept: z.boolean(), canKeep: z.boolean() },
      missing: z.array(z.string()),
    }),
  ),
  /** The cheapest active product, and the totals of an order of one unit. */
  example: z.object({ name: z.string(), price: z.number(), total: z.number(), shipping: z.number() }).nullable(),
  /** A shop that is not a demo contains products of the demo. */
  hasDemoData: z.boolean(),
  /** Whether a mail server is set, so that emails are sent. */
  hasMailServer: z.boolean(),
})
export type FirstSteps = z.output<typeof firstSteps>

export const getFirstSteps = {
  method: 'GET',
  url: '/dashboard/first-steps',
  schema: { tags: ['dashboard'], response: { 200: envelope(firstSteps) } },
} as const satisfies Endpoint

export const updateFirstSteps = {
  method: 'PATCH',
  url: '/dashboard/first-steps',
  schema: {
    tags: ['dashboard'],
    body: z.object({ kept: z.array(oneOf(FIRST_STEPS)).optional(), isDismissed: flag.optional() }, notAnObject),
    response: { 200: envelope(firstSteps) },
  },
} as const satisfies Endpoint

/** Sends an email to the caller, and says what the mail server answers. */
export const sendTestEmail = {
  method: 'POST',
  url: '/dashboard/test-email',
  schema: { tags: ['dashboard'], response: { 200: envelope(firstSteps) } },
} as const satisfies Endpoint
