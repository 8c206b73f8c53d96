import { useEffect, useState, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** A line above the page while the browser has no network. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return isOnline ? null : <Offline />
}

function Offline() {
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    const handleClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href]')) setIsWaiting(true)
    }
    addEventListener('click', handleClick, true)
    return () => removeEventListener('click', handleClick, true)
  }, [])

  return (
    <p role="status" className="offline">
      {isWaiting ? 'You are offline. The page opens once you are connected.' : 'You are offline'}
    </p>
  )
}
