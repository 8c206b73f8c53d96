import { type PaymentGatewayName, paymentGateways } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { rememberPaying } from './paying.ts'

export async function startPayment(gateway: PaymentGatewayName, order: string): Promise<{ orderId: string }> {
  const { data } = await call('POST /payments/:gateway/orders', { params: { gateway }, body: { order } })
  rememberPaying(order)
  return { orderId: data.orderId }
}

interface UnreconciledPayment {
  gateway: PaymentGatewayName
  /** Of a payment that is approved but not reconciled, null for none. */
  transactionId: string | null
  /** The buyer can finish a payment at the provider. */
  isUnderWay: boolean
}

/** What the server knows of a payment that has begun; undefined when the call fails. */
export async function findUnreconciledPayment(order: string): Promise<UnreconciledPayment | undefined> {
  try {
    const found = await Promise.all(paymentGateways.map(gateway => findAtGateway(gateway, order)))
    return found.find(({ isUnderWay }) => isUnderWay) ?? found[0]
  } catch {
    return undefined
  }
}

async function findAtGateway(gateway: PaymentGatewayName, order: string): Promise<UnreconciledPayment> {
  const { data } = await call('GET /payments/:gateway/orders/:order', { params: { gateway, order } })
  return { gateway, ...data }
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
    mutationFn: async ({ gateway, transactionId }: { gateway: PaymentGatewayName; transactionId: string }) => {
      const body = { order, transactionId, paymentGateway: gateway }
      const { data, message } = await call('POST /payments', { body })
      return { status: data.status, message }
    },
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    retryDelay: 1000,
    onSettled: () => refresh(queryClient, 'orders'),
  })
}
