import { useSyncExternalStore } from 'react'
import { type DateStyle, formatDate } from '../../lib/format/format.ts'

const never = () => () => {}

/** The server cannot know the reader's locale: it writes English and UTC, the browser corrects it after hydration. */
export function Time({ value, style = 'date' }: { value: string; style?: DateStyle }) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  return <time dateTime={value}>{isInBrowser ? formatDate(value, style) : formatDate(value, style, 'en', 'UTC')}</time>
}
