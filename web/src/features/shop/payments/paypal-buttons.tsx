import {
  INSTANCE_LOADING_STATE,
  PayPalOneTimePaymentButton,
  PayPalProvider,
  usePayPal,
} from '@paypal/react-paypal-js/sdk-v6'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { paypalConfigQuery, startPayment } from './payments.api.ts'

interface PayPalButtonsProps {
  order: string
  onStart: () => void
  /** Called with the provider's id of the approved order; the provider waits for the promise. */
  onApprove: (transactionId: string) => Promise<void>
  onCancel: () => void
  /** Called with the reason why it could not start, or without one when the provider failed later. */
  onError: (error?: unknown) => void
}

/** The provider's components, which fill the box that the caller reserves; in test mode they use the shop's own SDK. */
export function PayPalButtons(props: PayPalButtonsProps) {
  const { data: config, error, refetch } = useQuery(paypalConfigQuery())
  if (error && !config) return <Unavailable onRetry={() => void refetch()} />
  if (!config) return <Skeleton className="h-12 rounded-control" />
  const paypal = config.gateways.find(({ name }) => name === 'paypal')
  if (paypal?.can.pay !== 'buttons') return <Unavailable onRetry={() => void refetch()} />

  return (
    <>
      <PayPalProvider
        clientId={config.clientId}
        environment={config.mode === 'live' ? 'production' : 'sandbox'}
        dataNamespace={config.dataNamespace}
        components={['paypal-payments']}
        pageType="checkout"
      >
        <PayButton {...props} />
      </PayPalProvider>
      {config.mode !== 'live' && <TestLabel />}
    </>
  )
}

function PayButton({ order, onStart, onApprove, onCancel, onError }: PayPalButtonsProps) {
  const { loadingStatus } = usePayPal()
  const hasToldFailure = useRef(false)

  async function createOrder() {
    hasToldFailure.current = false
    onStart()
    try {
      return await startPayment(order)
    } catch (error) {
      hasToldFailure.current = true
      onError(error)
      throw error
    }
  }

  if (loadingStatus === INSTANCE_LOADING_STATE.PENDING) return <Skeleton className="h-12 rounded-control" />
  if (loadingStatus === INSTANCE_LOADING_STATE.REJECTED) return <Unavailable onRetry={() => location.reload()} />
  return (
    <PayPalOneTimePaymentButton
      presentationMode="auto"
      createOrder={createOrder}
      onApprove={({ orderId }) => onApprove(orderId)}
      onCancel={onCancel}
      onError={() => hasToldFailure.current || onError()}
    />
  )
}

function TestLabel() {
  return (
    <p className="type-small text-ink-2">
      <strong className="font-semibold tracking-wide">TEST</strong> <span>No real money moves on this page.</span>
    </p>
  )
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="text-danger">
        Something went wrong, please try again later...
      </p>
      <Button variant="outline" size={40} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
