const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** When a day such as '2026-11-21' begins where the reader is; undefined for what is no day. */
export function startOfDay(day: string | undefined): string | undefined {
  const start = day && dayPattern.test(day) ? new Date(`${day}T00:00`) : undefined
  return start && Number.isFinite(start.getTime()) ? start.toISOString() : undefined
}

/** When the next day begins; by the calendar, because days of a clock change are not 24 hours long. */
export function endOfDay(day: string | undefined): string | undefined {
  const start = startOfDay(day)
  if (!start) return undefined
  const next = new Date(start)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}
