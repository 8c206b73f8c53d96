import { IDEMPOTENCY_HEADER, type OrderInput } from '@mela/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { refresh } from '../../lib/query-keys.ts'

/** An order of the signed-in customer; the order of another customer answers 404. */
export const ownOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'current-user', id],
    queryFn: async () => (await call('GET /orders/current-user/:id', { params: { id } })).data,
    staleTime: 0,
  })

export function usePlaceOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ input, key }: { input: OrderInput; key: string }) =>
      call('POST /orders', { body: input, headers: { [IDEMPOTENCY_HEADER]: key } }),
    onSuccess: () => void refreshOrders(queryClient),
    // At the limit of unpaid orders, some may have been placed on another device: reloads the list.
    onError: error => {
      if (error instanceof ApiError && error.code === 'unpaid_order_limit') void refreshOrders(queryClient)
    },
  })
}

/** Reloads the order even when cancelling failed: its status has changed meanwhile. */
export function useCancelOwnOrder(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('PATCH /orders/:id/cancel', { params: { id } }),
    onSettled: () => void refreshOrders(queryClient),
  })
}

/** Reloads orders, and products because an order changes their stock. */
const refreshOrders = (queryClient: QueryClient) => refresh(queryClient, 'orders', 'products')
