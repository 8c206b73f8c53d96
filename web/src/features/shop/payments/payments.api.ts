import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { rememberPaying } from './paying.ts'

/** Where the provider's components find the shop's own SDK in test mode; finding one, they load no script. */
const TEST_NAMESPACE = 'paypalTestMode'

/** How the provider's script is to be started. In test mode the shop's own stands ready once this is known. */
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

/** What was approved at the provider and not settled yet; undefined when the shop cannot say. */
export async function findUnreconciledPayment(order: string): Promise<string | null | undefined> {
  try {
    return (await call('GET /payments/paypal/orders/:order', { params: { order } })).data.transactionId
  } catch {
    return undefined
  }
}

/** Whether nobody knows what became of a payment: the answer was lost, or the server could not tell (P12). */
export function isAmbiguous(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/**
 * Asks the server to settle what was approved at the provider; it takes nothing but the id from here. A lost answer is
 * asked for again, twice, which is safe (B33, B34, B42).
 */
export function useReconcilePayment(order: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (transactionId: string) => {
      const body = { order, transactionId, paymentGateway: 'paypal' as const }
      return (await call('POST /payments', { body })).data
    },
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    retryDelay: 1000,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
