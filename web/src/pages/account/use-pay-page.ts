import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { ownOrderQuery } from '../../features/orders/orders.api.ts'
import { findUnsettledPayment } from '../../features/payments/payments.api.ts'
import { usePayment } from '../../features/payments/use-payment.ts'

const POLL_MS = 2000

/**
 * The order that is paid and how far that is. What was approved stands in the address as `token`, as after a redirect
 * from the provider, until its end is known: a reload settles it again (DECISIONS B42).
 */
export function usePayPage(orderId: string) {
  const payment = usePayment(orderId)
  const isConfirming = payment.step === 'confirming'
  const order = useQuery({ ...ownOrderQuery(orderId), refetchInterval: isConfirming ? POLL_MS : false })
  const [search, setSearch] = useSearchParams()

  function noteToken(token?: string) {
    setSearch(token ? { token } : {}, { replace: true, preventScrollReset: true })
  }

  async function approve(transactionId: string) {
    noteToken(transactionId)
    if (await payment.settle(transactionId)) noteToken()
  }

  const settleOnLoad = useEffectEvent(async () => {
    if (!order.data) return
    const { status, payment: linked } = order.data
    const isOpen = status === 'pending' && !linked
    const token = search.get('token') ?? (isOpen ? await findUnsettledPayment(orderId) : null)
    if (linked?.status === 'pending') await payment.settle(linked.transactionId, { quietly: true })
    else if (token && isOpen) {
      // A return without a payer may be a cancelled one.
      if (!(await payment.settle(token, { quietly: !search.has('PayerID') }))) return
    }
    if (token) noteToken()
  })

  const isLoaded = order.data !== undefined
  useEffect(() => {
    if (isLoaded) void settleOnLoad()
  }, [isLoaded])

  const succeed = useEffectEvent(payment.succeed)
  const isPaid = order.data?.payment?.status === 'completed'
  useEffect(() => {
    if (isConfirming && isPaid) succeed()
  }, [isConfirming, isPaid])

  /** The order may be another one by now: cancelled, expired, or paid in another tab. */
  function fail(error?: unknown) {
    payment.fail(error)
    void order.refetch()
  }

  return { order, step: payment.step, approve, cancel: payment.cancel, fail }
}
