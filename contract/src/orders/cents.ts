export const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

const thousandths = (percent: number) => Math.round(percent * 1000)
const HUNDRED = thousandths(100)

/** Half up, exact for percents of up to three decimals. `contained` is the percentage that `cents` already contains. */
export const percentOf = (cents: number, percent: number, contained = 0): number =>
  shareOf(cents, thousandths(percent), HUNDRED + thousandths(contained))

/** What `part` of `whole` has of `cents`, half up. */
export const shareOf = (cents: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

/** Divides cents by weights: the largest remainders get the cents that are left. No part exceeds its weight if `cents` are no more than all. */
export function allot(cents: number, weights: number[]): number[] {
  const whole = sumOf(weights)
  if (whole === 0) return weights.map((_, position) => (position === 0 ? cents : 0))
  const exact = weights.map(weight => BigInt(cents) * BigInt(weight))
  const parts = exact.map(part => Number(part / BigInt(whole)))
  const byRemainder = exact
    .map((part, position) => ({ position, remainder: part % BigInt(whole) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.position - b.position : a.remainder > b.remainder ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, cents - sumOf(parts)).map(({ position }) => position))
  return parts.map((part, position) => part + (raised.has(position) ? 1 : 0))
}
