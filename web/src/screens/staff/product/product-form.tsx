import {
  type Category,
  FIELD_LABELS,
  type Media,
  type Product,
  type ProductCard,
  staffPaths,
  type TypedProduct,
} from '@mela/contract'
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { countLabel } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { dropUnsaved } from '../../../lib/unsaved.ts'
import { textLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextTables } from '../../../ui/text-tables.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { MediaCard, type PickerProps } from './media-card.tsx'
import { DescriptionField, FormCard, ProductPreview, VisibilityCard } from './product-cards.tsx'
import { ProductField } from './product-field.tsx'
import { type ProductValues, picturesOf, productForm, valuesOf, withTyped } from './product-values.ts'
import { UnsavedChanges, useUnsavedPlace } from './unsaved-changes.tsx'

const leftOutText = (count: number) =>
  `${countLabel(count, 'variant')} ${count === 1 ? 'was' : 'were'} left out: the options of this product have changed.`

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

function PricingCard() {
  const { setValue } = useFormContext<ProductValues>()
  const onSale = useWatch<ProductValues, 'onSale'>({ name: 'onSale' })

  return (
    <FormCard title="Pricing">
      <ProductField name="price" />
      {/* The sale price is reset in both directions. */}
      <ProductField name="onSale" onSwitch={() => setValue('salePrice', '0', { shouldDirty: true })} />
      {onSale && <ProductField name="salePrice" />}
    </FormCard>
  )
}

function DetailsCard({ categories }: { categories: readonly Category[] }) {
  return (
    <FormCard title="Details">
      <ProductField name="name" />
      <DescriptionField />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="category"
          label={FIELD_LABELS.category}
          placeholder="Choose a category"
          {...(categories.length === 0 && { help: noCategory })}
          options={categories.map(({ _id, name, parent }) => ({
            value: _id,
            label: parent ? `${parent.name} › ${name}` : name,
          }))}
        />
        <ProductField name="weight" />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ProductField name="vendor" />
        <ProductField name="tags" />
      </div>
      <ProductField name="sizeGuide" />
      <SizeGuidePreview />
    </FormCard>
  )
}

/** In a tab of its own: the form then has the category as soon as it is added. */
const noCategory = (
  <>
    <span>There is none yet: add one under </span>
    <Link to={staffPaths.categories} target="_blank" className={textLink}>
      Categories
    </Link>
    <span> first.</span>
  </>
)

/** A preview of the size guide with its tables, once it has a text. */
function SizeGuidePreview() {
  const text = useWatch<ProductValues, 'sizeGuide'>({ name: 'sizeGuide' })
  return text.trim() === '' ? null : <TextTables text={text} label="Preview of the size guide" />
}

interface FollowProductProps {
  product: Product
  /** The version that the form's values belong to. */
  loadedVersion: number | undefined
  /** 'saving': a new version of the product has the typed values. 'discarded': its values replace the typed ones. */
  typedValues: RefObject<'kept' | 'saving' | 'discarded'>
  onFollow: (product: Product) => void
}

/** Takes over changes of a product, and keeps typed values. Must be inside a `Form`. */
function FollowProduct({ product, loadedVersion, typedValues, onFollow }: FollowProductProps) {
  const { getValues, reset, setValue, formState } = useFormContext<ProductValues>()
  const { defaultValues } = formState

  const follow = useEffectEvent(() => {
    const mine = getValues()
    const before = defaultValues as ProductValues
    // Only a new version means that the save succeeded: a sale during the save changes the stock and not the version.
    const isSaved = typedValues.current === 'saving' && product.version !== loadedVersion
    const isReplaced = isSaved || typedValues.current === 'discarded'
    const latest = valuesOf(product)
    const typed = isReplaced ? undefined : withTyped(before, latest, mine)
    if (isReplaced) typedValues.current = 'kept'
    reset(latest)
    for (const [name, value] of Object.entries(typed?.values ?? {}))
      setValue(name as keyof ProductValues, value, { shouldDirty: true })
    if (typed && typed.leftOut > 0) toastWarning(leftOutText(typed.leftOut))
    onFollow(product)
  })

  const stocks = product.variants.map(({ stock }) => stock).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and stock identify the state of a product
  useEffect(() => follow(), [product.version, product.stock, stocks])
  return null
}
