import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** The text once whoever types it has paused; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return text === '' ? '' : settled
}
