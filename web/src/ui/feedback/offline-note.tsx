import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

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
  const { key } = useLocation()
  /** The location's key when a link was pressed: another one means that its page is open. */
  const [pressedAt, setPressedAt] = useState<string>()
  const handleClick = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element && target.closest('a[href]')) setPressedAt(key)
  })
  useEffect(() => {
    addEventListener('click', handleClick, true)
    return () => removeEventListener('click', handleClick, true)
  }, [])

  return (
    <p role="status" className="offline">
      {pressedAt === key ? 'You are offline. The page opens once you are connected.' : 'You are offline'}
    </p>
  )
}
