import {
  API_BASE,
  type BulkAction,
  type ProductCard,
  type ProductList,
  type ProductSort,
  staffPaths,
} from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { type ListQuery, useListParams } from '../../../lib/list-params.ts'
import { useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { Instead } from '../../../shared/catalog/product-listing.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { KeywordForm, ListFilter } from '../../../ui/list-filters.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { toastRefusal, toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { productColumns } from './product-columns.tsx'
import { productLinks } from './products.api.ts'

export const AllProductsPage = () => <Products list="active" />
export const ProductsOnSalePage = () => <Products list="on-sale" />
export const InactiveProductsPage = () => <Products list="inactive" />

function Products({ list }: { list: ProductList }) {
  const { params, query } = useListParams()
  const { keyword } = query
  const withoutPicture = params.get('withoutPicture') === 'true'
  const exported = new URLSearchParams({
    list,
    ...(keyword && { keyword }),
    ...(withoutPicture && { withoutPicture: 'true' }),
  })

  return (
    <Section
      title="Products"
      links={productLinks}
      action={<SectionAction label="New Product" icon={Plus} to={staffPaths.newProduct} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-3">
          <KeywordForm label="Search products" />
          <ListFilter
            label="Pictures"
            name="withoutPicture"
            any="All products"
            value={withoutPicture ? 'true' : ''}
            options={[{ value: 'true', label: 'Without picture' }]}
          />
        </div>
        <div className="flex gap-2">
          <Link to={staffPaths.importProducts} className={buttonClass({ variant: 'ghost', size: 40 })}>
            <Upload className="size-4" /> Import
          </Link>
          <a
            href={`${API_BASE}/products/export?${exported}`}
            download
            className={buttonClass({ variant: 'ghost', size: 40 })}
          >
            <Download className="size-4" /> Export
          </a>
        </div>
      </div>
      {list === 'inactive' && <p className="text-ink-2">Shoppers do not see these until you activate them.</p>}
      <ProductTable list={list} withoutPicture={withoutPicture} />
    </Section>
  )
}

const CALLS = {
  active: 'GET /products',
  'on-sale': 'GET /products/on-sale',
  inactive: 'GET /products/inactive',
} as const satisfies Record<ProductList, string>

const SORTS: Record<string, ProductSort> = { price: 'price-asc', '-price': 'price-desc' }

const FADE_MS = 200

function ProductTable({ list, withoutPicture }: { list: ProductList; withoutPicture: boolean }) {
  const { query } = useListParams()
  const products = useQuery(staffProductsQuery(list, { ...query, withoutPicture }))
  const after = useRefreshProductsAfter()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [deleted, setDeleted] = useState<ProductCard>()
  const { correction, partial } = products.data?.meta ?? {}
  const rows = products.isPlaceholderData ? [] : (products.data?.data ?? [])
  const chosen = rows.filter(({ _id }) => selected.has(_id))

  /** Fades out rows that no longer belong to the list, then reloads it. */
  async function handleLeave(ids: string[]) {
    const others = (before: ReadonlySet<string>) => new Set([...before].filter(id => !ids.includes(id)))
    setSelected(others)
    setLeaving(before => new Set([...before, ...ids]))
    await after(new Promise(resolve => setTimeout(resolve, FADE_MS)))
    setLeaving(others)
  }

  return (
    <>
      <Instead keyword={query.keyword} correction={correction} partial={partial} />
      <PagedTable
        query={products}
        caption="Products"
        columns={productColumns({
          isSortable: list !== 'inactive',
          onLeave: ({ _id }) => void handleLeave([_id]),
          onDelete: setDeleted,
        })}
        keyOf={({ _id }) => _id}
        selection={{ selected, onChange: setSelected, labelOf: ({ name }) => name }}
        rowClassName={({ _id }) => leaving.has(_id) && 'opacity-0'}
        loading="Loading products, please wait a moment..."
        empty={
          withoutPicture && query.keyword === ''
            ? 'Every product of this list has a picture.'
            : `No ${list === 'inactive' ? 'inactive ' : ''}products found.`
        }
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

interface DeleteProductDialogProps {
  product: ProductCard
  onClose: () => void
  onDeleted: () => void
}

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

const changeProducts = (action: BulkAction, ids: string[]) => call('POST /products/bulk', { body: { action, ids } })

const OPPOSITE = { activate: 'deactivate', deactivate: 'activate', delete: 'restore' } as const

interface BulkBarProps {
  list: ProductList
  chosen: ProductCard[]
  onClear: () => void
  /** Called with the ids of products that no longer belong to the list. */
  onLeave: (ids: string[]) => Promise<void>
}

function BulkBar({ list, chosen, onClear, onLeave }: BulkBarProps) {
  const after = useRefreshProductsAfter()
  const [isAsking, setIsAsking] = useState(false)
  const ids = chosen.map(({ _id }) => _id)
  const products = countLabel(chosen.length, 'product')

  function report(action: keyof typeof OPPOSITE, { message, data }: Awaited<ReturnType<typeof changeProducts>>) {
    if (data.changed.length === 0) return toastSuccess(message)
    toastWithUndo(message, () => after(changeProducts(OPPOSITE[action], data.changed)))
  }

  async function handleSetActive() {
    const action = list === 'inactive' ? 'activate' : 'deactivate'
    try {
      const answer = await changeProducts(action, ids)
      void onLeave(ids)
      report(action, answer)
    } catch (error) {
      toastRefusal(error, 'An error occurred while updating the product status.')
    }
  }

  function handleDeleted() {
    setIsAsking(false)
    void onLeave(ids)
  }

  return (
    <SelectionBar label="Selected products" count={chosen.length} onClear={onClear}>
      <Button variant="outline" size={40} onClick={handleSetActive}>
        {list === 'inactive' ? 'Activate' : 'Deactivate'}
      </Button>
      <Button variant="outline" size={40} className="text-danger!" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${products}?`}
          action={`Delete ${products}`}
          perform={() => changeProducts('delete', ids)}
          onClose={() => setIsAsking(false)}
          onDone={handleDeleted}
          notify={answer => report('delete', answer)}
          fallback="An error occurred while deleting the product."
        >
          <p className="text-ink-2">They leave the shop with their reviews. Orders keep their copies of them.</p>
        </ConfirmDialog>
      )}
    </SelectionBar>
  )
}

export const staffProductsQuery = (
  list: ProductList,
  { page, size, keyword, sort, withoutPicture = false }: ListQuery & { withoutPicture?: boolean },
) =>
  queryOptions({
    queryKey: ['products', 'staff', list, { page, size, keyword, sort, withoutPicture }],
    queryFn: () => {
      const filters = { keyword, size, sort: SORTS[sort] ?? '', withoutPicture: withoutPicture ? 'true' : '' }
      return call(CALLS[list], { query: { view: 'card', page, ...filters } })
    },
    ...keepRows,
  })
