import {
  API_BASE,
  type BulkAction,
  type ProductCard,
  type ProductList,
  type ProductSort,
  staffPaths,
} from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { Instead } from '../../../shared/catalog/product-listing.tsx'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { KeywordForm, ListFilter } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
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

function ProductTable({ list, withoutPicture }: { list: ProductList; withoutPicture: boolean }) {
  const { query } = useListParams()
  const products = useQuery(staffProductsQuery(list, { ...query, withoutPicture }))
  const { change, report } = useProductChanges()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<ProductCard[]>()
  const { correction, partial } = products.data?.meta ?? {}
  const rows = products.isPlaceholderData ? [] : (products.data?.data ?? [])
  const chosen = rows.filter(({ _id }) => selected.has(_id))
  const action = list === 'inactive' ? 'activate' : 'deactivate'

  async function handleSetActive() {
    try {
      report(action, await change(action, idsOf(chosen)))
    } catch (error) {
      toastRefusal(error, 'An error occurred while updating the product status.')
    }
  }

  return (
    <>
      <Instead keyword={query.keyword} correction={correction} partial={partial} />
      <PagedTable
        query={products}
        caption="Products"
        columns={productColumns({ isSortable: list !== 'inactive', onDelete: product => setDoomed([product]) })}
        keyOf={({ _id }) => _id}
        selection={{ selected, onChange: setSelected, labelOf: ({ name }) => name }}
        loading="Loading products, please wait a moment..."
        empty={
          withoutPicture && query.keyword === ''
            ? 'Every product of this list has a picture.'
            : `No ${list === 'inactive' ? 'inactive ' : ''}products found.`
        }
      />
      <SelectionBar label="Selected products" count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button variant="outline" size={40} onClick={handleSetActive}>
          {list === 'inactive' ? 'Activate' : 'Deactivate'}
        </Button>
        <ButtonLink to={staffPaths.newPlannedPrice(idsOf(chosen).join(','))} variant="outline" size={40}>
          Plan a sale…
        </ButtonLink>
        <Button variant="outline" size={40} className="text-danger!" onClick={() => setDoomed(chosen)}>
          Delete
        </Button>
      </SelectionBar>
      {doomed && <DeleteProductsDialog products={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

function DeleteProductsDialog({ products, onClose }: { products: ProductCard[]; onClose: () => void }) {
  const { after, change, report } = useProductChanges()
  const ids = idsOf(products)
  const [only, second] = products
  const many = countLabel(products.length, 'product')

  async function deleteProducts() {
    if (!only || second) return change('delete', ids)
    const { message } = await after(call('DELETE /products/:id', { params: { id: only._id } }))
    return { message, data: { changed: ids } }
  }

  return (
    <ConfirmDialog
      title={`Delete ${only && !second ? only.name : many}?`}
      action={second ? `Delete ${many}` : 'Delete product'}
      perform={deleteProducts}
      onClose={onClose}
      notify={answer => report('delete', answer)}
      fallback="An error occurred while deleting the product."
    >
      <p className="text-ink-2">
        {second
          ? 'They leave the shop with their reviews. Orders keep their copies of them.'
          : 'It leaves the shop with its reviews, and carts can no longer buy it. Orders keep their copy of it.'}
      </p>
    </ConfirmDialog>
  )
}

const idsOf = (products: ProductCard[]) => products.map(({ _id }) => _id)

const OPPOSITE = { activate: 'deactivate', deactivate: 'activate', delete: 'restore' } as const

/** Changes products at once, and reports it with an undo for those that were changed. */
function useProductChanges() {
  const after = useRefreshProductsAfter()
  const change = (action: BulkAction, ids: string[]) => after(call('POST /products/bulk', { body: { action, ids } }))

  function report(action: keyof typeof OPPOSITE, answer: { message: string; data: { changed: string[] } }) {
    const { message, data } = answer
    if (data.changed.length === 0) return toastSuccess(message)
    toastWithUndo(message, () => change(OPPOSITE[action], data.changed))
  }
  return { after, change, report }
}

export const staffProductsQuery = (
  list: ProductList,
  {
    page,
    size,
    keyword,
    sort,
    withoutPicture = false,
  }: ReturnType<typeof useListParams>['query'] & { withoutPicture?: boolean },
) =>
  queryOptions({
    queryKey: ['products', 'staff', list, { page, size, keyword, sort, withoutPicture }],
    queryFn: () => {
      const filters = { keyword, size, sort: SORTS[sort] ?? '', withoutPicture: withoutPicture ? 'true' : '' }
      return call(CALLS[list], { query: { view: 'card', page, ...filters } })
    },
    placeholderData: keepPreviousData,
  })
