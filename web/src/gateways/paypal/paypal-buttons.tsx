import { fromCents } from '@mela/contract'
import {
  INSTANCE_LOADING_STATE,
  PayLaterOneTimePaymentButton,
  PayPalGuestPaymentButton,
  PayPalOneTimePaymentButton,
  PayPalProvider,
  useEligibleMethods,
  usePayPal,
} from '@paypal/react-paypal-js/sdk-v6'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { Async, ErrorState } from '../../ui/async.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { FAILED } from '../../ui/toast.tsx'
import type { PayButtonsProps } from '../pay-buttons.tsx'

/** Name of the global variable with the test-mode SDK; when it exists, PayPal's components load no script. */
const TEST_NAMESPACE = 'paypalTestMode'

const LOADING = <Skeleton className="h-12 rounded-control" />

/** Settings for PayPal's script. In test mode the shop's own SDK is ready once this is loaded. */
const configQuery = () =>
  queryOptions({
    queryKey: ['payments', 'script', 'paypal'],
    queryFn: async () => {
      const { data } = await call('GET /payments/paypal')
      if (data.mode !== 'test' || !data.emulatorUrl) return { ...data, dataNamespace: undefined }

      const { installTestModeSdk } = await import('./test-mode-sdk.ts')
      installTestModeSdk(TEST_NAMESPACE, data.emulatorUrl)
      return { ...data, dataNamespace: TEST_NAMESPACE }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** PayPal's components, which fill the box that the caller reserves; in test mode they use the shop's own SDK. */
export function PayPalButtons(props: PayButtonsProps) {
  return (
    <Async query={useQuery(configQuery())} loading={LOADING} error={FAILED}>
      {({ clientId, mode, dataNamespace }) => (
        <>
          <PayPalProvider
            clientId={clientId}
            environment={mode === 'live' ? 'production' : 'sandbox'}
            dataNamespace={dataNamespace}
            components={['paypal-payments', 'paypal-guest-payments']}
            pageType="checkout"
          >
            <PayPalWays {...props} />
          </PayPalProvider>
          {mode !== 'live' && (
            <p className="type-small text-ink-2">
              <strong className="font-semibold tracking-wide">TEST</strong>{' '}
              <span>No real money moves on this page.</span>
            </p>
          )}
        </>
      )}
    </Async>
  )
}

/** The wallet, and what else the shop's account may offer for this payment: Pay Later, and a card without an account. */
function PayPalWays({ gateway, order, toPay, onStart, onApprove, onCancel, onError }: PayButtonsProps) {
  const { loadingStatus } = usePayPal()
  const payload = { currencyCode: toPay.currency, amount: fromCents(toPay.cents).toFixed(2) }
  const { eligiblePaymentMethods: methods } = useEligibleMethods({ payload })
  const hasToldFailure = useRef(false)

  async function createOrder() {
    hasToldFailure.current = false
    onStart()
    try {
      const input = { params: { gateway: gateway.name }, body: { order } }
      const { data } = await call('POST /payments/:gateway/orders', input)
      return { orderId: data.orderId }
    } catch (error) {
      hasToldFailure.current = true
      onError(error)
      throw error
    }
  }

  if (loadingStatus === INSTANCE_LOADING_STATE.PENDING) return LOADING
  if (loadingStatus === INSTANCE_LOADING_STATE.REJECTED)
    return <ErrorState message={FAILED} onRetry={() => location.reload()} />
  const session = {
    createOrder,
    onApprove: ({ orderId }: { orderId: string }) => onApprove(orderId),
    onCancel,
    onError: () => void (hasToldFailure.current || onError()),
  }
  return (
    <div className="grid gap-2">
      <PayPalOneTimePaymentButton presentationMode="auto" {...session} />
      {methods?.isEligible('paylater') && <PayLaterOneTimePaymentButton presentationMode="auto" {...session} />}
      {methods?.isEligible('card') && <PayPalGuestPaymentButton {...session} />}
    </div>
  )
}
