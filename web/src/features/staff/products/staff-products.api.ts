import { API_BASE, type BulkAction, type ProductList, type ProductSort } from '@mela/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

interface ListQuery {
  page: number
  size: number | undefined
  keyword: string
  /** The order as in the address, such as '-price'. */
  sort: string | undefined
  withoutPicture?: boolean
}

const CALLS = {
  active: 'GET /products',
  'on-sale': 'GET /products/on-sale',
  inactive: 'GET /products/inactive',
} as const satisfies Record<ProductList, string>

const SORTS: Record<string, ProductSort> = { price: 'price-asc', '-price': 'price-desc' }

export const staffProductsQuery = (
  list: ProductList,
  { page, size, keyword, sort = '', withoutPicture = false }: ListQuery,
) =>
  queryOptions({
    queryKey: ['products', 'staff', list, { page, size, keyword, sort, withoutPicture }],
    queryFn: () => {
      const order = SORTS[sort]
      const query = {
        view: 'card',
        page,
        keyword,
        ...(size && { size }),
        ...(order && { sort: order }),
        ...(withoutPicture && { withoutPicture: 'true' }),
      }
      return call(CALLS[list], { query })
    },
    ...keepRows,
  })

/** The list, or the matches of a keyword or filter, as a CSV file. */
export const exportUrl = (list: ProductList, keyword: string, withoutPicture: boolean): string =>
  `${API_BASE}/products/export?${new URLSearchParams({
    list,
    ...(keyword && { keyword }),
    ...(withoutPicture && { withoutPicture: 'true' }),
  })}`

export const setProductActive = (id: string, isActive: boolean) =>
  call('PATCH /products/:productId', {
    params: { productId: id },
    body: { key: 'isActive', value: isActive, productId: id },
  })

export const deleteProduct = (id: string) => call('DELETE /products/:id', { params: { id } })

export const changeProducts = (action: BulkAction, ids: string[]) =>
  call('POST /products/bulk', { body: { action, ids } })

export function useSetActive() {
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => setProductActive(id, isActive),
  })
}
