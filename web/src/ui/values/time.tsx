import { useSyncExternalStore } from 'react'
import { type DateStyle, formatDate } from '../../lib/format/format.ts'

const never = () => () => {}

/** The server does not know the browser's locale: it renders English and UTC, hydration corrects it. */
export function Time({ value, style = 'date' }: { value: string; style?: DateStyle }) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  return <time dateTime={value}>{isInBrowser ? formatDate(value, style) : formatDate(value, style, 'en', 'UTC')}</time>
}
