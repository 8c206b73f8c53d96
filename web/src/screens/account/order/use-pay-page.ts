import { type Order, type PaymentGatewayName, paymentGateways, SPEC_GATEWAY } from '@mela/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lastPaying, ledOrder } from '../../../gateways/paying.store.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseForOrder } from '../../../shared/cart/choices.store.ts'
import { giftWords } from '../../../shared/orders/order-words.ts'
import { noteGuest, useGuest } from '../../../shared/session/guest.store.ts'
import { toastRefusal, toastSuccess } from '../../../ui/toast.tsx'
import { ownOrderQuery } from './order-actions.tsx'

const OFTEN_MS = 3000
const OFTEN_FOR_MS = 2 * 60_000
const SELDOM_MS = 60_000

const POLL_MS = 2000
/** Milliseconds between polls of an unpaid order: another device may pay it. */
const OPEN_POLL_MS = 15_000
const RETRY_MS = 10_000

/**
 * ready: nothing is under way · paying: the provider's window is open · settling: the server is asked for the outcome ·
 * done: paid · the others are ends without a payment, after which the customer may try again.
 */
export type PaymentStep = 'ready' | 'paying' | 'settling' | 'done' | PaymentEnd

/**
 * declined: by the bank · unapproved: the buyer has to agree again · cancelled: by the buyer at the provider · closed: unknown to the provider · unstarted: the
 * provider was not reached · broken: the outcome is unknown.
 */
type PaymentEnd = 'declined' | 'unapproved' | 'cancelled' | 'closed' | 'unstarted' | 'broken'

type PayState = 'open' | 'confirming' | 'ended'

/** The state of the pay page (P12). The order's state goes before that of the page. */
export function payStateOf(order: Order, step: PaymentStep): PayState {
  if (!isUnpaid(order)) return 'ended'
  if (step === 'settling' || step === 'done') return 'confirming'
  return order.status === 'pending' ? 'open' : 'ended'
}

/** Past its time an order reads as cancelled before it is, and a payment made at the provider still counts. */
const isUnpaid = ({ status, payment, isExpired }: Order) =>
  !payment && (status === 'pending' || (status === 'cancelled' && isExpired))

/** The label follows the payment, even if the order was cancelled afterwards. */
export function amountLabelOf({ status, payment, payLater }: Pick<Order, 'status' | 'payment' | 'payLater'>): string {
  if (payment?.status === 'completed') return 'Amount paid'
  if (payLater) return 'Amount to pay'
  if (payment?.status === 'pending') return 'Payment pending'
  return status === 'pending' ? 'Amount to pay' : 'Order total'
}

interface Reconciling {
  /** Does not show failures: the payment of this id may not be approved. */
  quietly?: boolean
  /** The outcome when the provider still waits for the buyer. */
  otherwise?: 'ready' | 'cancelled'
}

/**
 * The order to pay and the state of its payment. The approved id is in the address as `token`, as after a redirect from
 * the provider, until the outcome is known: a reload reconciles it again.
 */
export function usePayPage(orderId: string) {
  const queryClient = useQueryClient()
  const user = useCurrentUser()
  const isGuest = useGuest()?.order === orderId && user === null
  const [wasLed] = useState(() => ledOrder.take() === orderId)
  /** The checkout has opened the provider's window, which this page hears nothing of. */
  const isLed = useRef(wasLed)
  const [step, setStep] = useState<PaymentStep>(wasLed ? 'paying' : 'ready')
  const isUnderWay = step === 'paying' || step === 'settling'
  const changedAt = lastPaying.use()
  const seenAt = useRef(0)
  const isRecent = () => Date.now() - Math.max(seenAt.current, changedAt) < OFTEN_FOR_MS
  const order = useQuery({
    ...ownOrderQuery(orderId),
    enabled: user !== null || isGuest,
    // A webhook may complete a payment between any two questions.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      (data.status === 'pending' || (isUnderWay && isUnpaid(data))) &&
      (step === 'settling' ? POLL_MS : isRecent() ? OFTEN_MS : OPEN_POLL_MS),
  })
  const isLoaded = order.data !== undefined
  const isOpen = isLoaded && payStateOf(order.data, step) === 'open'
  const isPaid =
    order.data?.payment?.status === 'completed' &&
    (order.data.status === 'processing' || (order.data.status === 'delivered' && giftWords(order.data) !== undefined))

  const [search, setSearch] = useSearchParams()
  const token = search.get('token')
  const [gateway, setGateway] = useState<PaymentGatewayName>(
    () => paymentGateways.find(name => name === search.get('gateway')) ?? SPEC_GATEWAY,
  )

  function noteToken(kept: { token?: string; gateway?: string } = {}) {
    setSearch(kept, { replace: true, preventScrollReset: true })
  }

  const settle = useReconcilePayment(orderId)
  /** Payments whose outcome this page has shown: a declined one stays approved at the provider. */
  const ended = useRef(new Set<string>())
  /** The popup and a question may find one payment at the same moment. */
  const underWay = useRef<string>(undefined)

  async function reconcile(
    at: PaymentGatewayName,
    transactionId: string,
    { quietly = false, otherwise = 'ready' }: Reconciling = {},
  ) {
    if (underWay.current === transactionId) return
    underWay.current = transactionId
    setStep('settling')
    try {
      const { data, message } = await settle({ paymentGateway: at, transactionId })
      if (data.status === 'failed' && !quietly) fail('declined', { message })
      else if (data.status !== 'completed') setStep(otherwise)
    } catch (error) {
      if (quietly) setStep(endOf(error))
      else fail(endOf(error), error)
    }
    underWay.current = undefined
    ended.current.add(transactionId)
    noteToken()
  }

  function fail(end: PaymentStep, error: unknown) {
    setStep(end)
    toastRefusal(error)
  }

  function start(at: PaymentGatewayName) {
    isLed.current = false
    setGateway(at)
    setStep('paying')
    lastPaying.set(Date.now())
  }

  function approve(at: PaymentGatewayName, transactionId: string) {
    setGateway(at)
    noteToken({ token: transactionId, ...(at !== SPEC_GATEWAY && { gateway: at }) })
    return reconcile(at, transactionId)
  }

  /**
   * Asks for a payment that this page will not be told of: its popup outlived a reload, or another tab pays. A hidden
   * page waits until it is seen, because each question is one to the provider too.
   */
  const unreconciled = useQuery({
    queryKey: ['payments', 'unreconciled', orderId],
    queryFn: async () => {
      const found = await findUnreconciledPayment(orderId)
      seenAt.current = found.isUnderWay ? seenAt.current || Date.now() : 0
      return found
    },
    enabled: isOpen && !token,
    staleTime: 0,
    refetchInterval: () => (isRecent() ? OFTEN_MS : SELDOM_MS),
  })
  const askAgain = useEffectEvent(async () => {
    if (!isOpen || document.hidden) return
    // A question in flight stays: the closing popup is asked about at the same moment.
    const { data } = await unreconciled.refetch({ cancelRefetch: false })
    // The buyer is back from the window that the checkout has opened.
    if (isLed.current && !data?.transactionId) setStep(now => (now === 'paying' ? 'ready' : now))
    if (!data?.isUnderWay) await order.refetch()
  })
  const hearOtherTab = useEffectEvent(() => (step !== 'paying' || isLed.current) && askAgain())
  /** Going back from the provider's page, which replaced this one where popups are blocked, no window is open. */
  const leaveOff = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && step === 'paying') setStep('ready')
  })
  useEffect(() => {
    if (changedAt) hearOtherTab()
  }, [changedAt])
  useEffect(() => {
    // A popup that closes returns the focus to a page that was visible all the time.
    const handleReturn = () => void askAgain()
    addEventListener('focus', handleReturn)
    addEventListener('visibilitychange', handleReturn)
    addEventListener('pageshow', leaveOff)
    return () => {
      removeEventListener('focus', handleReturn)
      removeEventListener('visibilitychange', handleReturn)
      removeEventListener('pageshow', leaveOff)
    }
  }, [])

  const found = unreconciled.data
  const isNew = (id: string | null | undefined): id is string => typeof id === 'string' && !ended.current.has(id)
  const reconcileFound = useEffectEvent(() => {
    if (isOpen && found?.gateway && isNew(found.transactionId)) void approve(found.gateway, found.transactionId)
  })
  useEffect(() => {
    if (found && isOpen) reconcileFound()
  }, [found, isOpen])

  /** A popup may have been closed after the buyer approved, or paid in another tab. */
  async function cancel() {
    const { data, isError } = await unreconciled.refetch()
    if (!isError && isNew(data?.transactionId)) return
    const { isError: isUnknown } = await order.refetch()
    setStep(now => (now === 'paying' ? (isError || isUnknown ? 'broken' : 'cancelled') : now))
  }

  const reconcileOnLoad = useEffectEvent(() => {
    if (!order.data) return
    const { payment: linked } = order.data
    const at = paymentGateways.find(name => name === linked?.paymentGateway)
    const isBack = search.has('PayerID')
    if (at && linked?.status === 'pending') void reconcile(at, linked.transactionId, { quietly: true })
    // An address without PayerID may mean that the buyer has cancelled at the provider: failures are not shown.
    // What was paid after a cancellation elsewhere is returned, as the order itself then says.
    else if (token && (isOpen || (isBack && !linked)))
      void reconcile(gateway, token, { quietly: !isBack || !isUnpaid(order.data), otherwise: 'cancelled' })
  })
  useEffect(() => {
    if (isLoaded) reconcileOnLoad()
  }, [isLoaded])

  /** Thanks the buyer who has paid here, also when a webhook completed the payment before they returned. */
  const greet = useEffectEvent(() => {
    if (step === 'ready' && !token && !wasLed) return
    setStep('done')
    lastPaying.set(Date.now())
    toastSuccess('Order paid successfully.')
    if (token) noteToken()
  })
  useEffect(() => {
    if (isPaid) greet()
  }, [isPaid])

  const isConfirmed = isLoaded && !['pending', 'cancelled'].includes(order.data.status)
  // The next guest at this computer must not read what was typed for an order, unless another cart still needs it.
  useEffect(() => {
    if (!isGuest || !isConfirmed || currentCart().items.length > 0) return
    noteGuest({ email: '', address: null })
    chooseForOrder({ express: undefined })
  }, [isGuest, isConfirmed])

  // A provider may lead back in the window that the checkout has opened, and the page behind it tells the outcome.
  const isOver = step === 'done' || step === 'cancelled'
  useEffect(() => {
    if (isOver && !menubar.visible) close()
  }, [isOver])

  /** Handles an error of the provider's buttons; by now the order may be over, or this way to pay switched off. */
  function handleError(error?: unknown) {
    fail(error ? 'unstarted' : 'broken', error)
    void refresh(queryClient, 'orders', 'payments')
  }

  return {
    isBuyer: user !== null || isGuest,
    order,
    gateway,
    step,
    isJustPaid: isPaid && step === 'done',
    start,
    approve,
    cancel,
    handleError,
  }
}

/** 409 means that the provider holds no money of this payment; the shop refunds a wrong amount automatically. */
function endOf(error: unknown): PaymentStep {
  if (!(error instanceof ApiError)) return 'broken'
  if (error.code === 'payment_unapproved') return 'unapproved'
  return error.code === 'payments_declined' ? 'declined' : error.status === 409 ? 'closed' : 'broken'
}

/** Whether the outcome of a payment is unknown: the answer was lost, or the server did not know (P12). */
const isAmbiguous = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

/**
 * Asks the server to reconcile an approved payment, which takes only the id from here, until it knows the outcome.
 * Asking again is safe.
 */
function useReconcilePayment(order: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (payment: { paymentGateway: PaymentGatewayName; transactionId: string }) =>
      call('POST /payments', { body: { order, ...payment } }),
    retry: (_, error) => isAmbiguous(error),
    retryDelay: failures => (failures < 2 ? 1000 : RETRY_MS),
    onSettled: () => refresh(queryClient, 'orders'),
  }).mutateAsync
}

/**
 * What the server knows of a payment that has begun. `transactionId` is of a payment that is approved but not reconciled,
 * and `isUnderWay` says that the buyer can finish one at the provider.
 */
async function findUnreconciledPayment(order: string) {
  const { data } = await call('GET /payments/:gateway/orders/:order', { params: { gateway: SPEC_GATEWAY, order } })
  return data
}
