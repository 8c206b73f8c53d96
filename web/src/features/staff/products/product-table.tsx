import type { ProductCard, ProductList } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useListParams } from '../../../lib/list-params.ts'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import { ProductActions } from './product-actions.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductSwitch } from './product-switch.tsx'
import { staffProductsQuery } from './staff-products.api.ts'

interface ProductTableProps {
  list: ProductList
  path: string
  empty: string
  withoutPicture: boolean
}

/** A list of products with all actions that need no form. */
export function ProductTable({ list, path, empty, withoutPicture }: ProductTableProps) {
  const address = useListParams()
  const products = useQuery(staffProductsQuery(list, { ...address, withoutPicture }))
  const { leaving, leave, refresh } = useLeavingRows()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleted, setDeleted] = useState<ProductCard>()
  const { correction, partial } = products.data?.meta ?? {}
  const instead = correction ?? partial
  const rows = products.isPlaceholderData ? [] : (products.data?.data ?? [])
  const chosen = rows.filter(({ _id }) => selected.has(_id))

  async function handleLeave(ids: string[]) {
    setSelected(before => new Set([...before].filter(id => !ids.includes(id))))
    await leave(ids)
  }

  const columns = productColumns({
    isSortable: list !== 'inactive',
    status: product => (
      <ProductSwitch product={product} onLeave={() => void handleLeave([product._id])} onReturn={refresh} />
    ),
    actions: product => <ProductActions product={product} onDelete={() => setDeleted(product)} />,
  })

  return (
    <>
      {instead && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          No exact match for “<bdi>{address.keyword}</bdi>”. Showing results for “<bdi>{instead}</bdi>”.
        </p>
      )}
      <PagedTable
        query={products}
        path={path}
        params={address.params}
        caption="Products"
        columns={columns}
        keyOf={({ _id }) => _id}
        selection={{ selected, onChange: setSelected, labelOf: ({ name }) => name }}
        rowClassName={({ _id }) => leaving.has(_id) && 'opacity-0'}
        loading="Loading products, please wait a moment..."
        error="Something went wrong, please try reloading the page."
        empty={empty}
      />
      <BulkBar
        list={list}
        chosen={chosen}
        onClear={() => setSelected(new Set())}
        onLeave={handleLeave}
        onReturn={refresh}
      />
      {deleted && (
        <DeleteProductDialog
          product={deleted}
          onClose={() => setDeleted(undefined)}
          onDeleted={() => void handleLeave([deleted._id])}
          onReturn={refresh}
        />
      )}
    </>
  )
}

const FADE_MS = 200

/** Fades out rows that no longer belong to the list, then reloads the list. */
function useLeavingRows() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefreshProducts()

  async function leave(ids: string[]) {
    setLeaving(before => new Set([...before, ...ids]))
    await new Promise(resolve => setTimeout(resolve, FADE_MS))
    await refresh()
    setLeaving(before => new Set([...before].filter(id => !ids.includes(id))))
  }

  return { leaving, leave, refresh }
}
