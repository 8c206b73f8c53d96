import { countLabel } from './format.ts'

/** '30 minutes', '2 hours'; other durations in seconds. */
export function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return countLabel(seconds / 3600, 'hour')
  return seconds % 60 === 0 ? countLabel(seconds / 60, 'minute') : countLabel(seconds, 'second')
}
