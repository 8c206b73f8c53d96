/** A day of the charts, without its year: '21 Nov', or 'Saturday, 21 November'. */
export function chartDayText(day: string, style: 'short' | 'long' = 'short'): string {
  const options =
    style === 'long'
      ? ({ weekday: 'long', day: 'numeric', month: 'long' } as const)
      : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
