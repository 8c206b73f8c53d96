import type { LiveEvent } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '../../../lib/query-keys.ts'
import { watchAttention } from './attention.ts'
import { listenToLiveEvents } from './live-event-stream.ts'
import { markUnwatched, outdatedBy, refreshing, refreshOutdated } from './outdated.ts'
import { isNewOrder, type Sentence, sentenceOf } from './sentence.ts'

const SAID_MS = 6000
/** Milliseconds until a lost connection is reported. */
const LOST_MS = 10_000

interface LiveUpdates {
  /** The last sentence, while it is new. */
  said: Sentence | undefined
  dismiss: () => void
  /** New orders since the last reset. */
  newOrders: number
  forgetOrders: () => void
  /** Disconnected for a while, and not reconnecting. */
  isLost: boolean
}

/** Keeps the data on screen up to date and announces live events. Used once, by the dashboard's layout. */
export function useLiveUpdates(): LiveUpdates {
  const queryClient = useQueryClient()
  const [said, setSaid] = useState<Sentence>()
  const [newOrders, setNewOrders] = useState(0)
  const [isLost, setLost] = useState(false)
  const ordersSaid = useRef(0)

  useEffect(watchAttention, [])

  useEffect(() => {
    const { add, stop } = refreshing(outdated => refreshOutdated(queryClient, outdated))
    let lost: ReturnType<typeof setTimeout> | undefined

    function handleLiveEvent(event: LiveEvent) {
      add(outdatedBy(event))
      const sentence = sentenceOf(event, ordersSaid.current)
      if (sentence) setSaid(sentence)
      if (!isNewOrder(event)) return
      ordersSaid.current += 1
      setNewOrders(count => count + 1)
    }

    function handleConnection(isOpen: boolean) {
      if (isOpen) {
        clearTimeout(lost)
        lost = undefined
        setLost(false)
      } else lost ??= setTimeout(() => setLost(true), LOST_MS)
    }

    const stopListening = listenToLiveEvents({
      onLiveEvent: handleLiveEvent,
      onConnection: handleConnection,
      // Asks for the user again: `RequireAdmin` removes the dashboard when the user is no admin any more.
      onRefusal: () => void refresh(queryClient, 'users'),
    })
    return () => {
      stopListening()
      stop()
      clearTimeout(lost)
      markUnwatched(queryClient)
    }
  }, [queryClient])

  useEffect(() => {
    if (!said) {
      ordersSaid.current = 0
      return
    }
    const timer = setTimeout(() => setSaid(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  return {
    said,
    dismiss: () => setSaid(undefined),
    newOrders,
    forgetOrders: () => setNewOrders(0),
    isLost,
  }
}
