import type { Media, Product, TypedProduct } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ProductCard } from '../../../features/shop/catalog/product-card.tsx'
import { staffCategoriesQuery } from '../../../features/staff/categories/categories.api.ts'
import { MediaPicker } from '../../../features/staff/media/media-picker.tsx'
import { ProductForm } from '../../../features/staff/product-form/product-form.tsx'
import { findConflict } from '../../../features/staff/product-form/product-save.api.ts'
import type { ProductValues } from '../../../features/staff/product-form/product-values.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { ProductSkeleton } from './product-skeleton.tsx'

interface ProductScreenProps {
  product?: Product
  values: ProductValues
  pictures: Media[]
  onSave: (input: TypedProduct, loaded: Product | undefined) => Promise<unknown>
  onSaved?: (input: TypedProduct) => Promise<void> | void
  onReload?: (latest: Product) => void
  backTo: string
  /** Shown below the form, when the form is loaded. */
  children?: Elements
}

/** The form of a product with parts of other features: categories, the media library, the shop's product card. */
export function ProductScreen({ children, ...props }: ProductScreenProps) {
  const categories = useQuery(staffCategoriesQuery())

  return (
    <Async
      query={categories}
      loading={<ProductSkeleton />}
      errorPrefix="Error: "
      error="Something went wrong, please try reloading the page."
    >
      {categories => (
        // Waits for the code of the options too: a section that appeared later would move the fields below it.
        <Suspense fallback={<ProductSkeleton />}>
          <ProductForm
            {...props}
            categories={categories}
            findConflict={findConflict}
            renderPicker={picker => <MediaPicker {...picker} />}
            renderCard={product => <ProductCard withCategory product={product} sizes="240px" />}
          />
          {children}
        </Suspense>
      )}
    </Async>
  )
}
