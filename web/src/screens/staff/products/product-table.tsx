import { type ProductCard, type ProductList, type ProductSort, productPath, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { type ListQuery, useListParams } from '../../../lib/list-params.ts'
import { useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toastRefusal, toastWithUndo } from '../../../ui/toast.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { productColumns } from './product-columns.tsx'
import { changeProducts } from './products.api.ts'

const CALLS = {
  active: 'GET /products',
  'on-sale': 'GET /products/on-sale',
  inactive: 'GET /products/inactive',
} as const satisfies Record<ProductList, string>

const SORTS: Record<string, ProductSort> = { price: 'price-asc', '-price': 'price-desc' }

interface ProductTableProps {
  list: ProductList
  empty: string
  withoutPicture: boolean
}

/** A list of products with all actions that need no form. */
export function ProductTable({ list, empty, withoutPicture }: ProductTableProps) {
  const { query } = useListParams()
  const products = useQuery(staffProductsQuery(list, { ...query, withoutPicture }))
  const { leaving, leave } = useLeavingRows()
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

  return (
    <>
      {instead && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          No exact match for “<bdi>{query.keyword}</bdi>”. Showing results for “<bdi>{instead}</bdi>”.
        </p>
      )}
      <PagedTable
        query={products}
        caption="Products"
        columns={productColumns({
          isSortable: list !== 'inactive',
          status: product => <ProductSwitch product={product} onLeave={() => void handleLeave([product._id])} />,
          actions: product => <ProductActions product={product} onDelete={() => setDeleted(product)} />,
        })}
        keyOf={({ _id }) => _id}
        selection={{ selected, onChange: setSelected, labelOf: ({ name }) => name }}
        rowClassName={({ _id }) => leaving.has(_id) && 'opacity-0'}
        loading="Loading products, please wait a moment..."
        empty={empty}
      />
      <BulkBar list={list} chosen={chosen} onClear={() => setSelected(new Set())} onLeave={handleLeave} />
      {deleted && (
        <DeleteProductDialog
          product={deleted}
          onClose={() => setDeleted(undefined)}
          onDeleted={() => void handleLeave([deleted._id])}
        />
      )}
    </>
  )
}

const FADE_MS = 200

/** Fades out rows that no longer belong to the list, then reloads the list. */
function useLeavingRows() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const after = useRefreshProductsAfter()

  async function leave(ids: string[]) {
    setLeaving(before => new Set([...before, ...ids]))
    await after(new Promise(resolve => setTimeout(resolve, FADE_MS)))
    setLeaving(before => new Set([...before].filter(id => !ids.includes(id))))
  }

  return { leaving, leave }
}

function ProductActions({ product, onDelete }: { product: ProductCard; onDelete: () => void }) {
  const { _id, name } = product
  const className = iconButtonClass({ size: 40, className: 'text-ink-2' })

  return (
    <span className="-mr-2.5 inline-flex [&_svg]:size-4.5">
      <Link to={staffPaths.editProduct(_id)} aria-label={`Edit ${name}`} className={className}>
        <Pencil />
      </Link>
      <a
        href={productPath(product)}
        target="_blank"
        rel="noopener"
        aria-label={`View ${name} in a new tab`}
        className={className}
      >
        <ExternalLink />
      </a>
      <IconButton label={`Delete ${name}`} size={40} tipEnd className="text-ink-2" onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </span>
  )
}

interface DeleteProductDialogProps {
  product: ProductCard
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a product is deleted, and offers undo. */
function DeleteProductDialog({ product: { _id: id, name }, onClose, onDeleted }: DeleteProductDialogProps) {
  const after = useRefreshProductsAfter()

  async function undo() {
    await after(changeProducts('restore', [id]))
    return { message: 'Product restored successfully.' }
  }

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete product"
      perform={() => call('DELETE /products/:id', { params: { id } })}
      onClose={onClose}
      onDone={() => {
        onClose()
        onDeleted()
      }}
      notify={({ message }) => toastWithUndo(message, undo)}
      fallback="An error occurred while deleting the product."
    >
      <p className="text-ink-2">
        It leaves the shop with its reviews, and carts can no longer buy it. Orders keep their copy of it.
      </p>
    </ConfirmDialog>
  )
}

interface ProductSwitchProps {
  product: ProductCard
  /** Called when the product no longer belongs to the list. */
  onLeave: () => void
}

/** Makes a product active or inactive. */
function ProductSwitch({ product: { _id: id, name, isActive }, onLeave }: ProductSwitchProps) {
  const after = useRefreshProductsAfter()
  const [wanted, setWanted] = useState<boolean>()
  const isChanging = wanted !== undefined && wanted !== isActive

  const save = (value: boolean) =>
    call('PATCH /products/:productId', { params: { productId: id }, body: { key: 'isActive', value, productId: id } })

  async function handleChange(value: boolean) {
    setWanted(value)
    try {
      const { message } = await save(value)
      onLeave()
      toastWithUndo(message, () => after(save(isActive)), id)
    } catch (error) {
      setWanted(undefined)
      toastRefusal(error, 'An error occurred while updating the product status.', id)
    }
  }

  return (
    <Switch
      label={`${name} is active`}
      checked={isChanging ? wanted : isActive}
      busy={isChanging}
      onChange={handleChange}
    />
  )
}

export const staffProductsQuery = (
  list: ProductList,
  { page, size, keyword, sort, withoutPicture = false }: ListQuery & { withoutPicture?: boolean },
) =>
  queryOptions({
    queryKey: ['products', 'staff', list, { page, size, keyword, sort, withoutPicture }],
    queryFn: () => {
      const filters = {
        keyword,
        size,
        sort: SORTS[sort] ?? '',
        withoutPicture: withoutPicture ? 'true' : '',
      }
      return call(CALLS[list], { query: { view: 'card', page, ...filters } })
    },
    ...keepRows,
  })
