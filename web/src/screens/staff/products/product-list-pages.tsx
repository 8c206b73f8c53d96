import { API_BASE, type ProductList, staffPaths } from '@mela/contract'
import { Download, Plus, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { KeywordForm, ListFilter } from '../../../ui/list-filters.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { ProductTable } from './product-table.tsx'
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
