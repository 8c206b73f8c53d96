import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { rememberPaying } from './paying.ts'

/** Name of the global variable with the test-mode SDK; when it exists, the provider's components load no script. */
const TEST_NAMESPACE = 'paypalTestMode'

/** Settings for the provider's script. In test mode the shop's own SDK is ready once this is loaded. */
export const paypalConfigQuery = () =>
  queryOptions({
    queryKey: ['payments', 'paypal'],
    queryFn: async () => {
      const { data } = await call('GET /payments/paypal')
      if (data.mode !== 'test' || !data.emulatorUrl) return { ...data, dataNamespace: undefined }

      const { installTestModeSdk } = await import('./test-mode-sdk.ts')
      installTestModeSdk(TEST_NAMESPACE, data.emulatorUrl)
      return { ...data, dataNamespace: TEST_NAMESPACE }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function startPayment(order: string): Promise<{ orderId: string }> {
  const { data } = await call('POST /payments/paypal/orders', { body: { order } })
  rememberPaying(order)
  return { orderId: data.orderId }
}

interface UnreconciledPayment {
  /** Of a payment that is approved but not reconciled, null for none. */
  transactionId: string | null
  /** The buyer can finish a payment at the provider. */
  isUnderWay: boolean
}

/** What the server knows of a payment that has begun; undefined when the call fails. */
export async function findUnreconciledPayment(order: string): Promise<UnreconciledPayment | undefined> {
  try {
    return (await call('GET /payments/paypal/orders/:order', { params: { order } })).data
  } catch {
    return undefined
  }
}

/** Whether the outcome of a payment is unknown: the answer was lost, or the server did not know (P12). */
export function isAmbiguous(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/**
 * Asks the server to reconcile an approved payment; it takes only the id from here. A lost answer is requested again,
 * twice, which is safe.
 */
export function useReconcilePayment(order: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (transactionId: string) => {
      const body = { order, transactionId, paymentGateway: 'paypal' as const }
      const { data, message } = await call('POST /payments', { body })
      return { status: data.status, message }
    },
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    retryDelay: 1000,
    onSettled: () => refresh(queryClient, 'orders'),
  })
}
