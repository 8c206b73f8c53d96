import { channel } from 'node:diagnostics_channel'

/** A crash between these writes would do the most harm; torture/ kills at each of them. */
export const CRASH_POINTS = [
  'order begins',
  'order written',
  'order stock taken',
  'order before commit',
  'order after commit',
  'guest order placed',
  'stock released',
  'payment attempt claimed',
  'payment opened at provider',
  'payment opening stored',
  'payment captured',
  'payment session ended',
  'payment event stored',
  'payment event handled',
  'payment before commit',
  'payment after commit',
  'receipt after commit',
  'refund begins',
  'refund before provider',
  'refund done at provider',
  'refund before commit',
  'refund after commit',
  'email before delivery',
  'email after delivery',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

export const crashPoints = channel('mela:steps')

export function crashPoint(name: CrashPoint): void {
  if (crashPoints.hasSubscribers) crashPoints.publish(name)
}
