import { type Product, productPath, staffPaths } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { useParams } from 'react-router'
import { ProductHistory } from '../../../features/staff/product-form/product-history.tsx'
import { useSaveProduct } from '../../../features/staff/product-form/product-save.api.ts'
import { picturesOf, valuesOf } from '../../../features/staff/product-form/product-values.ts'
import { staffProductQuery } from '../../../features/staff/product-form/staff-product.api.ts'
import { StockMovements } from '../../../features/staff/product-form/stock-movements.tsx'
import { isMissing } from '../../../lib/api.ts'
import { BackLink } from '../../../ui/buttons/back-link.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { productLinks } from './product-links.ts'
import { ProductScreen } from './product-screen.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

export function EditProductPage() {
  const { productId = '' } = useParams()
  const product = useQuery(staffProductQuery(productId))
  const found = product.data && !isMissing(product.data) ? product.data : undefined

  return (
    <Section
      title={found?.name ?? 'Edit product'}
      links={productLinks}
      isNarrow
      action={
        found && (
          <>
            <SectionAction label="View in the shop" icon={ExternalLink} href={productPath(found)} isQuiet />
            <SectionAction label="Duplicate" icon={Copy} to={staffPaths.duplicateProduct(productId)} isQuiet />
          </>
        )
      }
    >
      <BackLink to={listOf(found)}>{found?.isActive === false ? 'Inactive products' : 'Active products'}</BackLink>
      <Async
        query={product}
        loading={<ProductSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {product => (isMissing(product) ? <Missing /> : <EditProduct key={product._id} product={product} />)}
      </Async>
    </Section>
  )
}

/** The list that contains a product. */
const listOf = (product: Product | undefined) =>
  product?.isActive === false ? staffPaths.inactiveProducts : staffPaths.products

/** Shown for a product that does not exist. */
function Missing() {
  return (
    <ErrorState message="Product not found.">
      <ButtonLink to={staffPaths.products} variant="outline" size={40}>
        Active products
      </ButtonLink>
    </ErrorState>
  )
}

function EditProduct({ product }: { product: Product }) {
  const queryClient = useQueryClient()
  const save = useSaveProduct()

  return (
    <ProductScreen
      product={product}
      values={valuesOf(product)}
      pictures={picturesOf(product)}
      onSave={save}
      onReload={latest => queryClient.setQueryData(staffProductQuery(product._id).queryKey, latest)}
      backTo={listOf(product)}
    >
      <StockMovements product={product} />
      <ProductHistory productId={product._id} />
    </ProductScreen>
  )
}
