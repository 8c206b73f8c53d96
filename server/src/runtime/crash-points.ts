import { channel } from 'node:diagnostics_channel'

/** The moments between two writes at which a death would do the most harm; torture/ dies at each of them. */
export const CRASH_POINTS = [
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
  'refund before provider',
  'refund done at provider',
  'refund before commit',
  'refund after commit',
  'letter before delivery',
  'letter after delivery',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** For whoever wants to hear them: torture/ and tests. */
export const crashPoints = channel('mela:steps')

/** Says where the shop stands; nobody listens but tests, and without a listener it does nothing. */
export function crashPoint(name: CrashPoint): void {
  if (crashPoints.hasSubscribers) crashPoints.publish(name)
}
