import { type BulkAction, staffPaths } from '@mela/contract'
import { call } from '../../../lib/api.ts'

export const changeProducts = (action: BulkAction, ids: string[]) =>
  call('POST /products/bulk', { body: { action, ids } })

/** The lists of products, in the header of each of their screens. */
export const productLinks = [
  { to: staffPaths.products, label: 'Active' },
  { to: staffPaths.productsOnSale, label: 'On Sale' },
  { to: staffPaths.inactiveProducts, label: 'Inactive' },
]
