import { type ProductList, staffPaths } from '@mela/contract'
import { Download, Plus, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { PictureFilter } from '../../../features/staff/products/picture-filter.tsx'
import { ProductTable } from '../../../features/staff/products/product-table.tsx'
import { exportUrl } from '../../../features/staff/products/staff-products.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { KeywordForm } from '../../../ui/controls/keyword-form.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { productLinks } from './product-links.ts'

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

  return (
    <Section
      title="Products"
      links={productLinks}
      action={<SectionAction label="New Product" icon={Plus} to={staffPaths.newProduct} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-3">
          <KeywordForm action={path} label="Search products" keyword={keyword} params={params} />
          <PictureFilter action={path} withoutPicture={withoutPicture} params={params} />
        </div>
        <div className="flex gap-2">
          <Link to={staffPaths.importProducts} className={buttonClass({ variant: 'ghost', size: 40 })}>
            <Upload className="size-4" /> Import
          </Link>
          <a
            href={exportUrl(list, keyword, withoutPicture)}
            download
            className={buttonClass({ variant: 'ghost', size: 40 })}
          >
            <Download className="size-4" /> Export
          </a>
        </div>
      </div>
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
