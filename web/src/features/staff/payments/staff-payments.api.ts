import { IDEMPOTENCY_HEADER, type PaymentGatewayName, type PaymentStatus, type ShownGateway } from '@mela/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'
import { gatewaysQuery } from '../../../lib/gateways.ts'
import type { ListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

/** Payments of all customers, filtered by status and the address's query. */
export const staffPaymentsQuery = (status: PaymentStatus | undefined, { page, size, keyword, ...list }: ListParams) => {
  const query = { page, size: size ?? '', keyword, sort: list.sort ?? '', from: list.from ?? '', to: list.to ?? '' }
  return queryOptions({
    queryKey: ['payments', 'staff', status ?? 'all', query],
    queryFn: () =>
      status ? call('GET /payments/status/:status', { params: { status }, query }) : call('GET /payments', { query }),
    staleTime: 0,
    ...keepRows,
  })
}

export const staffPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'staff', id],
    queryFn: () => orMissing(call('GET /payments/:id', { params: { id } })),
    staleTime: 0,
  })

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
