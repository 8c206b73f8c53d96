import { channel } from 'node:diagnostics_channel'

/** Moments between two writes at which a crash would do the most harm; torture/ kills at each of them. */
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
  'email before delivery',
  'email after delivery',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The channel to which torture/ and tests subscribe. */
export const crashPoints = channel('mela:steps')

/** Reports the present point; without a subscriber it does nothing. */
export function crashPoint(name: CrashPoint): void {
  if (crashPoints.hasSubscribers) crashPoints.publish(name)
}
