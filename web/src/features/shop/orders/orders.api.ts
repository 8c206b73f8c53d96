import { IDEMPOTENCY_HEADER, type OrderInput } from '@mela/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

/** A page of the signed-in customer's own orders, newest first. */
export const ownOrdersQuery = (query: { page: string; size: string }) =>
  queryOptions({
    queryKey: ['orders', 'current-user', query],
    queryFn: () => call('GET /orders/current-user', { query }),
    staleTime: 0,
  })

/** An order of the signed-in customer; the order of another customer answers 404. */
export const ownOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'current-user', id],
    queryFn: async () => (await call('GET /orders/current-user/:id', { params: { id } })).data,
    staleTime: 0,
  })

/** The signed-in customer's own orders that are called so. */
export const ownOrdersNamedQuery = (name: string) =>
  queryOptions({
    queryKey: ['orders', 'current-user', { name }],
    queryFn: async () => (await call('GET /orders/current-user/named', { query: { name } })).data,
  })

/** The signed-in customer's unpaid orders, newest first. */
export const unpaidOrdersQuery = () =>
  queryOptions({
    queryKey: ['orders', 'current-user', 'unpaid'],
    queryFn: async () => (await call('GET /orders/current-user/unpaid')).data,
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
