import { arrivalText, type DeliveryMethod, deliveryDates } from '@mela/contract'
import { useEffect, useState } from 'react'
import { daysText } from '../../lib/format.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { useShop } from '../../lib/shop.ts'

type Estimate = Pick<DeliveryMethod, 'minDays' | 'maxDays'>

const MINUTE_MS = 60_000

/**
 * Answers a function for when an order of now would arrive; '' where the method does not say. The server writes days
 * without dates, because it keeps pages past the cut-off.
 */
export function useArrivalText(): (method: Estimate) => string {
  const { calendar } = useShop()
  const isHydrated = useHydrated()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])

  return method => {
    const dates = isHydrated && calendar ? deliveryDates(method, now, calendar) : undefined
    if (dates) return `Arrives ${arrivalText(dates)}`
    const days = daysText(method)
    return days && `Delivery: ${days}`
  }
}

export function ArrivalNote({ method }: { method: Estimate }) {
  const text = useArrivalText()(method)
  return text ? <p className="type-ui font-normal! text-ink-2">{text}</p> : null
}
