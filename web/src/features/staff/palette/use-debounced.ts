import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** The text after a pause in typing; an empty one at once. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return text === '' ? '' : debounced
}
