import { useSyncExternalStore } from 'react'
import { type DateStyle, formatDate } from '../../lib/format/format.ts'

const never = () => () => {}

/** A date in the browser's locale. The server, which does not know it, renders English and UTC until hydration. */
export function Time({ value, style = 'date' }: { value: string; style?: DateStyle }) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  return <time dateTime={value}>{isInBrowser ? formatDate(value, style) : formatDate(value, style, 'en', 'UTC')}</time>
}
