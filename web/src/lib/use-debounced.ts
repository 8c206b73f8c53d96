import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** The typed text after a pause, and `first` until then; an empty one at once. */
export function useDebounced(text: string, { first = '', pauseMs = PAUSE_MS } = {}): string {
  const [debounced, setDebounced] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])

  return text === '' ? '' : debounced
}
