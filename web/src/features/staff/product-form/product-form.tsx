import type { Category, Media, Product, ProductCard, TypedProduct } from '@mela/contract'
import { type ReactNode, startTransition, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { dropUnsaved } from '../../../lib/browser/unsaved.ts'
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { LeaveGuard } from '../../../ui/forms/leave-guard.tsx'
import { SaveBar } from '../../../ui/forms/save-bar.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DetailsCard } from './details-card.tsx'
import { FollowProduct } from './follow-product.tsx'
import { FormCard } from './form-card.tsx'
import { MediaCard, type PickerProps } from './media-card.tsx'
import { PricingCard } from './pricing-card.tsx'
import { ProductField } from './product-field.tsx'
import { ProductPreview } from './product-preview.tsx'
import { type ProductValues, picturesOf, productForm } from './product-values.ts'
import { UnsavedChanges, useUnsavedPlace } from './unsaved-changes.tsx'
import { VisibilityCard } from './visibility-card.tsx'

const VariantSection = lazyPart(
  async () => (await import('./variants/variant-section.tsx')).VariantSection,
  () => <NotLoaded />,
)

interface ProductFormProps {
  /** The edited product; undefined for a new one. */
  product?: Product
  values: ProductValues
  /** The pictures whose ids the values contain. */
  pictures: Media[]
  categories: readonly Category[]
  onSave: (input: TypedProduct, loaded: Product | undefined) => Promise<unknown>
  /** Leaves the form, unless the user has left it during the save. */
  onSaved?: (input: TypedProduct) => Promise<void> | void
  /** Loads another user's version, when saving was refused because of it. */
  findConflict?: (error: unknown, loaded: Product) => Promise<Product | undefined>
  /** Continues from another user's version. */
  onReload?: (latest: Product) => void
  backTo: string
  renderPicker: (props: PickerProps) => ReactNode
  renderCard: (product: ProductCard) => ReactNode
}

/** The form of a product; suspends until the code of the options is loaded if the product has options. */
export function ProductForm(props: ProductFormProps) {
  const { product, values, pictures, categories, onSave, onSaved, backTo, renderPicker, renderCard } = props
  const { findConflict, onReload } = props
  const [loaded, setLoaded] = useState(product)
  const [conflict, setConflict] = useState<Product>()
  const [known, setKnown] = useState<ReadonlyMap<string, Media>>(() => byId(pictures))
  const [isAdding, setIsAdding] = useState(false)
  const hasOptions = isAdding || values.options.length > 0 || (loaded?.options.length ?? 0) > 0
  const typedValues = useRef<'kept' | 'saving' | 'discarded'>('kept')
  const isSaving = useRef(false)
  const isSaved = useRef(false)
  const schema = useMemo(() => productForm(loaded), [loaded])
  const fields = useRef<HTMLDivElement>(null)
  const { userId, place } = useUnsavedPlace()
  const [saves, setSaves] = useState(0)
  const know = (media: Media[]) => setKnown(before => new Map([...before, ...byId(media)]))

  async function handleSubmit(input: TypedProduct) {
    try {
      // With 'saving', FollowProduct replaces the typed values by those of the answer.
      typedValues.current = 'saving'
      isSaving.current = true
      const answer = await onSave(input, loaded)
      isSaving.current = false
      await handleSaved(input)
      return answer
    } catch (error) {
      typedValues.current = 'kept'
      isSaving.current = false
      if (loaded) setConflict(await findConflict?.(error, loaded))
      throw error
    }
  }

  async function handleSaved(input: TypedProduct) {
    if (userId) dropUnsaved(userId, place)
    setSaves(count => count + 1)
    if (!onSaved || !fields.current) return
    isSaved.current = true
    await onSaved(input)
  }

  function handleResolve(latest: Product, isDiscarded: boolean) {
    typedValues.current = isDiscarded ? 'discarded' : 'kept'
    setConflict(undefined)
    onReload?.(latest)
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
      <UnsavedChanges key={saves} known={known} onKnow={know} loadedStock={loaded?.stock} isSaving={isSaving} />
      <div ref={fields} className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-5">
          <DetailsCard categories={categories} />
          <MediaCard known={known} onKnow={know} renderPicker={renderPicker} />
          <FormCard title="Address and search engines">
            <ProductField name="slug" />
            <ProductField name="seoTitle" />
            <ProductField name="seoDescription" />
          </FormCard>
        </div>
        <div className="grid gap-5">
          <PricingCard />
          <VisibilityCard onAddOptions={hasOptions ? undefined : () => startTransition(() => setIsAdding(true))} />
          <ProductPreview known={known} categories={categories} renderCard={renderCard} />
        </div>
      </div>
      {hasOptions && <VariantSection firstId={loaded?.variants[0]?._id} known={known} />}
      <SaveBar backTo={backTo} />
      <LeaveGuard text="What you have changed of this product is not saved yet." isOfQuery isSaved={isSaved} />
      {product && (
        <FollowProduct
          product={product}
          loadedVersion={loaded?.version}
          typedValues={typedValues}
          onFollow={next => {
            setLoaded(next)
            know(picturesOf(next))
          }}
        />
      )}
      {loaded && conflict && (
        <ConflictDialog
          loaded={loaded}
          latest={conflict}
          categories={categories}
          onKeep={() => handleResolve(conflict, false)}
          onDiscard={() => handleResolve(conflict, true)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </Form>
  )
}

const byId = (media: Media[]) => new Map(media.map(picture => [picture._id, picture]))
