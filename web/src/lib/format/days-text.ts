import { countLabel } from './format.ts'

interface Estimate {
  minDays: number | null
  maxDays: number | null
}

/** '3 to 5 days', '2 days', 'up to 5 days', 'from 3 days'; empty without an estimate. */
export function daysText({ minDays, maxDays }: Estimate): string {
  if (minDays === null) return maxDays === null ? '' : `up to ${countLabel(maxDays, 'day')}`
  if (maxDays === null) return `from ${countLabel(minDays, 'day')}`
  return minDays === maxDays ? countLabel(maxDays, 'day') : `${minDays} to ${countLabel(maxDays, 'day')}`
}
