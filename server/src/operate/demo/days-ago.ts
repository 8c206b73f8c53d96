const DAY = 24 * 3600 * 1000

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY)
}

export function hoursAfter(time: Date, hours: number): Date {
  return new Date(time.getTime() + (hours * DAY) / 24)
}
