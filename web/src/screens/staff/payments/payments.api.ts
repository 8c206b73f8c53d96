import { IDEMPOTENCY_HEADER, type PaymentGatewayName, type ShownGateway } from '@mela/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { gatewaysQuery } from '../../../lib/gateways.ts'
import { refresh } from '../../../lib/query-keys.ts'

export const useGateways = (): ShownGateway[] | undefined => useQuery(gatewaysQuery()).data

/** The gateway of a payment; undefined until the server has answered, null when the shop is not connected to it. */
export function useGateway(name: PaymentGatewayName | undefined): ShownGateway | null | undefined {
  const data = useGateways()
  return data && (data.find(gateway => gateway.name === name) ?? null)
}

/** Whether the shop is in test mode, which a banner shows; true until the server has answered. */
export const useIsTestShop = () => useGateways()?.some(({ mode }) => mode === 'test') ?? true

/** Refunds a payment, once for each idempotency key; reloads the payment after a refusal too. */
export function useRefundPayment(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ amount, key }: { amount?: number; key: string }) =>
      call('POST /payments/:id/refunds', {
        params: { id },
        body: amount === undefined ? {} : { amount },
        headers: { [IDEMPOTENCY_HEADER]: key },
      }),
    onSettled: () => refresh(queryClient, 'orders', 'payments', 'disputes', 'dashboard'),
  })
}

/** URL of a transaction at the provider, or of its home page for merchants; in test mode, of the emulator's console. */
export function providerSite(gateway: ShownGateway | null | undefined, transactionId?: string): string | undefined {
  const { home, payment } = gateway?.site ?? {}
  return payment && transactionId ? payment + encodeURIComponent(transactionId) : home
}
