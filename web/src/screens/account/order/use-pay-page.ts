import { type PaymentGatewayName, paymentGateways, SPEC_GATEWAY } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isPayingKey, payStateOf, takePaying } from '../../../gateways/pay-state.ts'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { ownOrderQuery } from './order-actions.tsx'
import { usePayment } from './use-payment.ts'

const OFTEN_MS = 3000
const OFTEN_FOR_MS = 2 * 60_000
const SELDOM_MS = 60_000

const POLL_MS = 2000
/** Milliseconds between polls of an unpaid order: another device may pay it. */
const OPEN_POLL_MS = 15_000
const SETTLE_AGAIN_MS = 10_000

/**
 * The order to pay and the state of its payment. The approved id is in the address as `token`, as after a redirect from
 * the provider, until the outcome is known: a reload reconciles it again.
 */
export function usePayPage(orderId: string) {
  const user = useCurrentUser()
  const payment = usePayment(orderId)
  const isConfirming = payment.step === 'confirming'
  const order = useQuery({
    ...ownOrderQuery(orderId),
    enabled: user !== null,
    refetchInterval: ({ state }) => (isConfirming ? POLL_MS : state.data?.status === 'pending' && OPEN_POLL_MS),
  })
  const [search, setSearch] = useSearchParams()
  const named = paymentGateways.find(name => name === search.get('gateway')) ?? SPEC_GATEWAY
  const [gateway, setGateway] = useState<PaymentGatewayName>(named)

  function noteToken(token?: string, at = gateway) {
    const kept: Record<string, string> = token ? { token } : {}
    if (token && at !== SPEC_GATEWAY) kept.gateway = at
    setSearch(kept, { replace: true, preventScrollReset: true })
  }

  /** Payments whose outcome this page has shown: a declined one stays approved at the provider. */
  const ended = useRef(new Set<string>())

  async function approve(at: PaymentGatewayName, transactionId: string) {
    setGateway(at)
    noteToken(transactionId, at)
    if (!(await payment.reconcilePayment(at, transactionId))) return
    ended.current.add(transactionId)
    noteToken()
  }

  const [payingSince, setPayingSince] = useState<number>()
  const notePaying = () => setPayingSince(Date.now())

  function start(at: PaymentGatewayName) {
    setGateway(at)
    notePaying()
    payment.end('paying')
  }

  async function findUnderWay() {
    const found = await findUnreconciledPayment(orderId)
    if (found) setPayingSince(since => (found.isUnderWay ? (since ?? Date.now()) : undefined))
    return found
  }

  /** A popup may have been closed after the buyer approved, or paid in another tab. */
  async function cancel() {
    const found = await findUnderWay()
    if (found?.transactionId) return approve(found.gateway, found.transactionId)
    const { isError } = await order.refetch()
    payment.end(found && !isError ? 'cancelled' : 'broken')
  }

  async function check() {
    const found = await findUnderWay()
    if (found?.transactionId && !ended.current.has(found.transactionId))
      return approve(found.gateway, found.transactionId)
    if (found && !found.isUnderWay) await order.refetch()
  }
  usePaymentChecks({
    isWaiting: order.data !== undefined && payStateOf(order.data, payment.step) === 'open',
    since: payingSince,
    check,
    onPayingElsewhere: notePaying,
  })

  const reconcileOnLoad = useEffectEvent(async () => {
    if (!order.data) return
    const { status, payment: linked } = order.data
    const isOpen = status === 'pending' && !linked
    const found = isOpen && !search.has('token') ? await findUnderWay() : undefined
    const token = search.get('token') ?? found?.transactionId
    const at = found?.gateway ?? named
    if (linked?.status === 'pending')
      await payment.reconcilePayment(linked.paymentGateway, linked.transactionId, { quietly: true })
    else if (token && isOpen) {
      // An address without PayerID may mean that the buyer has cancelled at the provider: failures are not shown.
      const isReturn = search.has('token')
      const quietly = !search.has('PayerID')
      if (!(await payment.reconcilePayment(at, token, { quietly, otherwise: isReturn ? 'cancelled' : 'ready' }))) return
      ended.current.add(token)
    }
    if (token) noteToken()
  })

  /** Reconciles again after a lost answer, at once when the network is back. */
  const reconcileAgain = useEffectEvent(async () => {
    const token = search.get('token')
    if (token && (await payment.reconcilePayment(named, token, { quietly: true }))) noteToken()
  })
  useEffect(() => {
    if (!isConfirming) return
    const handleOnline = () => void reconcileAgain()
    const timer = setInterval(handleOnline, SETTLE_AGAIN_MS)
    addEventListener('online', handleOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', handleOnline)
    }
  }, [isConfirming])

  /** Going back from the provider's page, which replaced this one where popups are blocked, no window is open. */
  const leaveOff = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && payment.step === 'paying') payment.end('ready')
  })
  useEffect(() => {
    addEventListener('pageshow', leaveOff)
    return () => removeEventListener('pageshow', leaveOff)
  }, [])

  const isLoaded = order.data !== undefined
  useEffect(() => {
    if (isLoaded) void reconcileOnLoad()
  }, [isLoaded])

  const isPaid = order.data?.payment?.status === 'completed' && order.data.status === 'processing'
  const succeed = useEffectEvent(payment.succeed)
  useEffect(() => {
    if (isConfirming && isPaid) succeed()
  }, [isConfirming, isPaid])

  /** Thanks the buyer when a webhook has completed the payment before the browser returned from the redirect. */
  const greet = useEffectEvent(() => {
    const isReconciling = payment.step === 'settling' || isConfirming || payment.step === 'done'
    if (takePaying(orderId) && !isReconciling) payment.succeed()
  })
  useEffect(() => {
    if (isPaid) greet()
  }, [isPaid])

  /** Handles an error of the provider's buttons; the order may be cancelled, expired, or paid in another tab by now. */
  function fail(error?: unknown) {
    payment.fail(error ? 'unstarted' : 'broken', error)
    void order.refetch()
  }

  const isJustPaid = isPaid && payment.step === 'done'
  return { user, order, gateway, step: payment.step, isJustPaid, start, approve, cancel, fail }
}

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
    const left = new AbortController()
    const { signal } = left
    const handleReturn = () => void ask()
    addEventListener('focus', handleReturn, { signal })
    addEventListener('pageshow', handleReturn, { signal })
    document.addEventListener('visibilitychange', handleReturn, { signal })
    addEventListener('storage', ({ key }) => isPayingKey(key) && hearOtherTab(), { signal })
    return () => left.abort()
  }, [isWaiting])

  useEffect(() => {
    if (!isWaiting) return
    const isFresh = () => since !== undefined && Date.now() - since < OFTEN_FOR_MS
    const often = setInterval(() => isFresh() && void ask(), OFTEN_MS)
    const seldom = setInterval(() => isFresh() || void ask(), SELDOM_MS)
    return () => {
      clearInterval(often)
      clearInterval(seldom)
    }
  }, [isWaiting, since])
}

/**
 * What the server knows of a payment that has begun; undefined when the call fails. `transactionId` is of a payment that
 * is approved but not reconciled, and `isUnderWay` says that the buyer can finish one at the provider.
 */
async function findUnreconciledPayment(order: string) {
  const find = async (gateway: PaymentGatewayName) => {
    const { data } = await call('GET /payments/:gateway/orders/:order', { params: { gateway, order } })
    return { gateway, ...data }
  }
  try {
    const found = await Promise.all(paymentGateways.map(find))
    return found.find(({ isUnderWay }) => isUnderWay) ?? found[0]
  } catch {
    return undefined
  }
}
