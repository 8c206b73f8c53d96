import { IDEMPOTENCY_HEADER, type OrderStatus } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, orMissing } from '../../../lib/api.ts'
import { createRequestKey } from '../../../lib/browser/request-key.ts'
import type { ListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

interface Narrowed {
  status?: OrderStatus | undefined
  flag?: 'owed' | undefined
}

/** Orders of all customers, filtered by status, flag and the address's query. */
export const staffOrdersQuery = ({ status, flag }: Narrowed, { page, size, keyword, ...list }: ListParams) => {
  const days = { from: list.from ?? '', to: list.to ?? '' }
  const query = { page, size: size ?? '', keyword, sort: list.sort ?? '', ...days, ...(flag && { flag }) }
  return queryOptions({
    queryKey: ['orders', 'staff', status ?? 'all', query],
    queryFn: () =>
      status ? call('GET /orders/status/:status', { params: { status }, query }) : call('GET /orders', { query }),
    staleTime: 0,
    ...keepRows,
  })
}

export const staffOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'staff', id],
    queryFn: () => orMissing(call('GET /orders/:id', { params: { id } })),
    staleTime: 0,
  })

/** Reloads the order after a refusal too: its status has changed meanwhile. */
export function useUpdateStatus(orderId: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (change: { status: OrderStatus; from: OrderStatus }) => {
      if (!orderId) throw new ApiError(400, { message: 'Order ID or status is missing.' })
      return call('PATCH /orders/:orderId/update', { params: { orderId }, body: { orderId, ...change } })
    },
    onSettled: refresh,
  })
}

export function useCancelOrderAsStaff(id: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: () => call('PATCH /orders/:id/cancel', { params: { id } }),
    onSettled: refresh,
  })
}

export function useAddNote(id: string) {
  const refresh = useRefreshOrders()
  const [key] = useState(createRequestKey)
  return useMutation({
    mutationFn: (body: { text: string }) =>
      call('POST /orders/:id/notes', { params: { id }, body, headers: { [IDEMPOTENCY_HEADER]: key.of({ id, body }) } }),
    onSuccess: () => {
      key.renew()
      return refresh()
    },
  })
}

export function useDeleteNote(id: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (noteId: string) => call('DELETE /orders/:id/notes/:noteId', { params: { id, noteId } }),
    onSettled: refresh,
  })
}

/** A status change affects stock, payments and the dashboard's figures. */
function useRefreshOrders() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'orders', 'payments', 'products', 'dashboard')
}
