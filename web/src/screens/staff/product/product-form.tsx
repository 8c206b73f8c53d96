import type { Category, Media, Product, TypedProduct } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { dropUnsaved } from '../../../lib/unsaved.ts'
import { Async } from '../../../ui/async.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Form } from '../../../ui/form.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { staffCategoriesQuery } from '../categories/categories.api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { MediaCard } from './media-card.tsx'
import { staffProductQuery, useSaveProduct } from './product.api.ts'
import { DetailsCard, FormCard, PricingCard, ProductField, VisibilityCard } from './product-cards.tsx'
import { ProductPreview } from './product-preview.tsx'
import { initialValues, picturesOf, productForm } from './product-values.ts'
import { FollowProduct, type SaveState, UnsavedChanges, useUnsavedPlace } from './unsaved-changes.tsx'
import { VariantSection } from './variants/variant-section.tsx'

interface ProductScreenProps {
  /** The edited product; undefined for a new one. */
  product?: Product
  /** The product of which a new one begins as a copy. */
  original?: Product | undefined
  /** Leaves the form, unless the user has left it during the save. */
  onSaved?: (input: TypedProduct) => Promise<void> | void
  backTo: string
  /** Shown below the form, when the form is loaded. */
  children?: Elements
}

export function ProductScreen({ children, ...props }: ProductScreenProps) {
  const categories = useQuery(staffCategoriesQuery())

  return (
    <Async query={categories} loading={<ProductSkeleton />} errorPrefix="Error: ">
      {categories => (
        <>
          <ProductForm {...props} categories={categories} />
          {children}
        </>
      )}
    </Async>
  )
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

type ProductFormProps = Omit<ProductScreenProps, 'children'> & { categories: readonly Category[] }

function ProductForm({ product, original, categories, onSaved, backTo }: ProductFormProps) {
  const queryClient = useQueryClient()
  const save = useSaveProduct()
  const [values] = useState(() => initialValues(product, original))
  const [loaded, setLoaded] = useState(product)
  const [conflict, setConflict] = useState<Product>()
  const [known, setKnown] = useState<ReadonlyMap<string, Media>>(() => byId(picturesOf(product ?? original)))
  const [isAdding, setIsAdding] = useState(false)
  const hasOptions = isAdding || (loaded ?? values).options.length > 0
  const saving = useRef<SaveState>('none')
  const isSaved = useRef(false)
  const schema = useMemo(() => productForm(loaded), [loaded])
  const fields = useRef<HTMLDivElement>(null)
  const { userId, place } = useUnsavedPlace()
  const [saves, setSaves] = useState(0)
  const know = (media: Media[]) => setKnown(before => new Map([...before, ...byId(media)]))

  async function handleSubmit(input: TypedProduct) {
    try {
      saving.current = 'sent'
      const answer = await save(input, loaded)
      saving.current = 'done'
      if (userId) dropUnsaved(userId, place)
      setSaves(count => count + 1)
      isSaved.current = onSaved !== undefined
      if (fields.current) await onSaved?.(input)
      return answer
    } catch (error) {
      saving.current = 'none'
      if (loaded) setConflict(await findConflict(error, loaded))
      throw error
    }
  }

  function handleFollow(next: Product) {
    setLoaded(next)
    know(picturesOf(next))
  }

  function handleResolve(latest: Product) {
    setConflict(undefined)
    queryClient.setQueryData(staffProductQuery(latest._id).queryKey, latest)
  }

  return (
    <Form
      schema={schema}
      defaultValues={values}
      onSubmit={handleSubmit}
      fallback="An error occurred while creating the product."
      invalid="Some fields are invalid, please try again."
      // The scroll margin keeps an invalid field clear of header, toast and save bar.
      className="[&_*]:scroll-mt-52 [&_*]:scroll-mb-36"
    >
      <UnsavedChanges key={saves} known={known} onKnow={know} saving={saving} />
      <div ref={fields} className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-5">
          <DetailsCard categories={categories} />
          <MediaCard known={known} onKnow={know} />
          <FormCard title="Address and search engines">
            <ProductField name="slug" />
            <ProductField name="seoTitle" />
            <ProductField name="seoDescription" />
          </FormCard>
        </div>
        <div className="grid gap-5">
          <PricingCard />
          <VisibilityCard onAddOptions={hasOptions ? undefined : () => setIsAdding(true)} />
          <ProductPreview known={known} categories={categories} />
        </div>
      </div>
      {hasOptions && <VariantSection firstId={loaded?.variants[0]?._id} known={known} />}
      <SaveBar backTo={backTo} />
      <LeaveGuard text="What you have changed of this product is not saved yet." isOfQuery isSaved={isSaved} />
      {product && (
        <FollowProduct product={product} loadedVersion={loaded?.version} saving={saving} onFollow={handleFollow} />
      )}
      {loaded && conflict && (
        <ConflictDialog
          loaded={loaded}
          latest={conflict}
          categories={categories}
          onResolve={() => handleResolve(conflict)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </Form>
  )
}

const byId = (media: Media[]) => new Map(media.map(picture => [picture._id, picture]))

/** The saved product when a save was refused because the product, or its stock by sales, has changed since `loaded`. */
async function findConflict(error: unknown, loaded: Product): Promise<Product | undefined> {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = await call('GET /products/:id', { params: { id: loaded._id } })
  const stateOf = ({ version, stock, variants }: Product) =>
    JSON.stringify([version, stock, variants.map(one => one.stock)])
  return stateOf(data) === stateOf(loaded) ? undefined : data
}
