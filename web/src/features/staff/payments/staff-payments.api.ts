import { IDEMPOTENCY_HEADER, type PaymentStatus } from '@mela/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'
import type { ListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

/** A list of everybody's payments, of all statuses or of one, as the address wants it. */
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

export const providerConfigQuery = () =>
  queryOptions({
    queryKey: ['payments', 'provider'],
    queryFn: async () => (await call('GET /payments/paypal')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether all money is test money, which a line above every page says; taken for so until the shop has answered. */
export const useIsTestShop = () => (useQuery(providerConfigQuery()).data?.mode ?? 'test') === 'test'

/** Repeats under one key give back nothing twice. Asks again also when it was refused. */
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
