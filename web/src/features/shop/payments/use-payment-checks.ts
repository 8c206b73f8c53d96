import { useEffect, useEffectEvent, useRef } from 'react'
import { isPayingKey } from './paying.ts'

const OFTEN_MS = 3000
const OFTEN_FOR_MS = 2 * 60_000
const SELDOM_MS = 60_000

interface PaymentChecks {
  /** The order waits for its payment, and this page is not asking for the outcome already. */
  isWaiting: boolean
  /** When a payment was last seen to begin, in milliseconds; undefined while none is under way. */
  since: number | undefined
  check: () => Promise<void>
  onPayingElsewhere: () => void
}

/**
 * Asks for the outcome of a payment that this page will not be told of: its popup outlived a reload, or another tab pays.
 * A hidden page waits until it is seen, because each question is one to the provider too.
 */
export function usePaymentChecks({ isWaiting, since, check, onPayingElsewhere }: PaymentChecks): void {
  const isAsking = useRef(false)

  const ask = useEffectEvent(async () => {
    if (document.hidden || isAsking.current) return
    isAsking.current = true
    await check().finally(() => {
      isAsking.current = false
    })
  })
  const hearOtherTab = useEffectEvent(() => {
    onPayingElsewhere()
    void ask()
  })

  useEffect(() => {
    if (!isWaiting) return
    const handleReturn = () => void ask()
    const handleStorage = ({ key }: StorageEvent) => isPayingKey(key) && hearOtherTab()
    addEventListener('focus', handleReturn)
    addEventListener('pageshow', handleReturn)
    document.addEventListener('visibilitychange', handleReturn)
    addEventListener('storage', handleStorage)
    return () => {
      removeEventListener('focus', handleReturn)
      removeEventListener('pageshow', handleReturn)
      document.removeEventListener('visibilitychange', handleReturn)
      removeEventListener('storage', handleStorage)
    }
  }, [isWaiting])

  useEffect(() => {
    if (!isWaiting) return
    const isFresh = () => since !== undefined && Date.now() - since < OFTEN_FOR_MS
    const askLater = (): ReturnType<typeof setTimeout> =>
      setTimeout(
        () => {
          void ask()
          timer = askLater()
        },
        isFresh() ? OFTEN_MS : SELDOM_MS,
      )
    let timer = askLater()
    return () => clearTimeout(timer)
  }, [isWaiting, since])
}
