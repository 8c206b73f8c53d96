import type { Media, Product, ProductInput } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ProductCard } from '../../../features/shop/catalog/product-card.tsx'
import { staffCategoriesQuery } from '../../../features/staff/categories/categories.api.ts'
import { MediaPicker } from '../../../features/staff/media/media-picker.tsx'
import { ProductForm } from '../../../features/staff/product-form/product-form.tsx'
import { findConflict } from '../../../features/staff/product-form/product-save.api.ts'
import type { ProductValues } from '../../../features/staff/product-form/product-values.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'

interface ProductScreenProps {
  product?: Product
  values: ProductValues
  pictures: Media[]
  onSave: (input: ProductInput, loaded: Product | undefined) => Promise<unknown>
  onSaved?: (input: ProductInput) => Promise<void> | void
  onReload?: (latest: Product) => void
  backTo: string
  /** Stands under the form, once that is there. */
  children?: ReactNode
}

/** The form of a product with what it borrows of other features: categories, the library of pictures, the shop's card. */
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
        // The code of options comes first: a section that arrives later would move what is below from under a finger.
        <Suspense fallback={<ProductSkeleton />}>
          <ProductForm
            {...props}
            categories={categories}
            findConflict={findConflict}
            renderPicker={picker => <MediaPicker {...picker} />}
            renderCard={product => <ProductCard product={product} sizes="240px" />}
          />
          {children}
        </Suspense>
      )}
    </Async>
  )
}
