import { useEffect, useRef, useState } from 'react'

/** Whether the element under `ref` has scrolled out at the top. */
export function useHasPassed<Of extends Element>() {
  const ref = useRef<Of>(null)
  const [hasPassed, setHasPassed] = useState(false)

  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setHasPassed(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])

  return { ref, hasPassed }
}
