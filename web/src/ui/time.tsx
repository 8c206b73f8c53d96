import { createContext, use } from 'react'
import { formatDate } from '../lib/format.ts'
import { useHydrated } from '../lib/hydrated.ts'

/** The time zone of dates below; the browser's where there is none. Staff see the shop's, by which they filter. */
export const TimeZone = createContext<string | undefined>(undefined)

/** A date in the browser's locale. The server, which does not know it, renders English and UTC until hydration. */
export function Time({ value, style = 'date' }: { value: string; style?: 'date' | 'date-time' }) {
  const timeZone = use(TimeZone)
  const text = useHydrated()
    ? formatDate(value, style, undefined, timeZone)
    : formatDate(value, style, 'en', timeZone ?? 'UTC')
  return <time dateTime={value}>{text}</time>
}
