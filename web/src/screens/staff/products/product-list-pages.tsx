import { API_BASE, type ProductList, staffPaths } from '@mela/contract'
import { Download, Plus, Upload } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { GetForm } from '../../../ui/get-form.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { SubmitSelect } from '../../../ui/select.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { ProductTable } from './product-table.tsx'
import { productLinks } from './products.api.ts'

export function AllProductsPage() {
  return <Products list="active" path={staffPaths.products} empty="No products found." />
}

export function ProductsOnSalePage() {
  return <Products list="on-sale" path={staffPaths.productsOnSale} empty="No products found." />
}

export function InactiveProductsPage() {
  return <Products list="inactive" path={staffPaths.inactiveProducts} empty="No inactive products found." />
}

function Products({ list, path, empty }: { list: ProductList; path: string; empty: string }) {
  const { keyword, params } = useListParams()
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
          <KeywordForm action={path} label="Search products" keyword={keyword} params={params} />
          <PictureFilter action={path} />
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
      <ProductTable
        key={path}
        list={list}
        path={path}
        empty={withoutPicture && keyword === '' ? 'Every product of this list has a picture.' : empty}
        withoutPicture={withoutPicture}
      />
    </Section>
  )
}

/** Finds the products that still need a picture, such as imported ones. */
function PictureFilter({ action }: { action: string }) {
  const id = useId()
  const { params } = useListParams()

  return (
    <GetForm action={action} kept={[...params].filter(([name]) => name !== 'withoutPicture' && name !== 'page')}>
      <label htmlFor={id} className="sr-only">
        Pictures
      </label>
      <SubmitSelect
        id={id}
        name="withoutPicture"
        defaultValue={params.get('withoutPicture') === 'true' ? 'true' : ''}
        submitLabel="Show"
        className="min-h-11! border-line!"
      >
        <option value="">All products</option>
        <option value="true">Without picture</option>
      </SubmitSelect>
    </GetForm>
  )
}
