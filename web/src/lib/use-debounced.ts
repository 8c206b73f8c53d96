import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** The typed text after a pause; an empty one at once. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return text === '' ? '' : debounced
}
