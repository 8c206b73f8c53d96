/** A day in the shop's time zone as '21 Nov', or in full. */
export function dayText(day: string, style: 'short' | 'long' = 'short'): string {
  const options =
    style === 'long'
      ? ({ weekday: 'long', day: 'numeric', month: 'long' } as const)
      : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
