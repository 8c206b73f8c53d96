import { type BulkAction, staffPaths } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const setProductActive = (id: string, isActive: boolean) =>
  call('PATCH /products/:productId', {
    params: { productId: id },
    body: { key: 'isActive', value: isActive, productId: id },
  })

export const changeProducts = (action: BulkAction, ids: string[]) =>
  call('POST /products/bulk', { body: { action, ids } })

export function useSetActive() {
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => setProductActive(id, isActive),
  })
}

/** The lists of products, in the header of each of their screens. */
export const productLinks = [
  { to: staffPaths.products, label: 'Active' },
  { to: staffPaths.productsOnSale, label: 'On Sale' },
  { to: staffPaths.inactiveProducts, label: 'Inactive' },
]
