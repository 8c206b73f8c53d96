import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { staffProductQuery } from './staff-product.api.ts'

/** The newest `size` changes of a product. */
export const productHistoryQuery = (id: string, size: number) =>
  queryOptions({
    queryKey: ['products', 'staff', id, 'history', size],
    queryFn: () => call('GET /products/:id/history', { params: { id }, query: { size } }),
    placeholderData: keepPreviousData,
  })

/** Changes of a product's stock, of one variant or, with '', of all. */
export const stockMovementsQuery = (id: string, { page, variant }: { page: number; variant: string }) =>
  queryOptions({
    queryKey: ['products', 'staff', id, 'stock-movements', page, variant],
    queryFn: () =>
      call('GET /products/:id/stock-movements', { params: { id }, query: { page, ...(variant && { variant }) } }),
    placeholderData: keepPreviousData,
  })

export function useUndoChange(id: string) {
  const queryClient = useQueryClient()
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: (entry: number) => call('POST /products/:id/history/:entry/undo', { params: { id, entry } }),
    onSuccess: ({ data }) => queryClient.setQueryData(staffProductQuery(id).queryKey, data),
    // Reloads after an error too: when the answer is lost, only the history shows whether the change was undone.
    onSettled: refresh,
  })
}
