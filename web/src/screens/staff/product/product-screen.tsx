import type { Media, Product, TypedProduct } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { ProductCard } from '../../../shared/catalog/product-card.tsx'
import { Async } from '../../../ui/async.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/notice.tsx'
import { staffCategoriesQuery } from '../categories/categories.api.ts'
import { MediaPicker } from '../media/media-picker.tsx'
import { ProductForm } from './product-form.tsx'
import type { ProductValues } from './product-values.ts'

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

/** The saved product when a save was refused because the product, or its stock by sales, has changed since `loaded`. */
async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  const stateOf = ({ version, stock, variants }: Product) =>
    JSON.stringify([version, stock, variants.map(one => one.stock)])
  return stateOf(data) === stateOf(loaded) ? undefined : data
}

/** A skeleton of the product form while it loads. */
export function ProductSkeleton() {
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Skeleton className="h-120 rounded-tile" />
      <Skeleton className="h-120 rounded-tile" />
    </div>
  )
}
