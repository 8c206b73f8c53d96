import { channel } from 'node:diagnostics_channel'

/** The moments between two writes at which a death would do the most harm; torture/ dies at each of them. */
export const STEPS = [
  'order begins',
  'order written',
  'order stock taken',
  'order before commit',
  'order after commit',
  'stock released',
  'payment attempt claimed',
  'payment opened at provider',
  'payment opening stored',
  'payment captured',
  'payment before commit',
  'payment after commit',
  'letter before delivery',
  'letter after delivery',
] as const
export type Step = (typeof STEPS)[number]

const CHANNEL = 'mela:steps'
const steps = channel(CHANNEL)

/** Says where the shop stands; nobody listens but tests, and without a listener it does nothing. */
export function step(name: Step): void {
  if (steps.hasSubscribers) steps.publish(name)
}
