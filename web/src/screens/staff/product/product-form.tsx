import {
  type Category,
  effectivePrice,
  type Product,
  pricesOf,
  savedPercent,
  staffPaths,
  type TypedProduct,
} from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ApiError, isMissing } from '../../../lib/api.ts'
import { ProductCard } from '../../../shared/catalog/product-card.tsx'
import { Async } from '../../../ui/async.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { FollowSaved, useBase } from '../../../ui/follow-saved.tsx'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped, useDropKept } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { staffCategoriesQuery } from '../categories/categories.api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { MediaCard } from './media-card.tsx'
import { staffProductQuery, useSaveProduct } from './product.api.ts'
import { DetailsCard, PricingCard, ProductField, VisibilityCard } from './product-cards.tsx'
import {
  changesOf,
  copyOf,
  newProductValues,
  type ProductValues,
  productForm,
  unitsIn,
  useKnownPictures,
  valuesOf,
  withTyped,
} from './product-values.ts'
import { VariantSection } from './variants/variant-section.tsx'

interface ProductScreenProps {
  /** The edited product; undefined for a new one. */
  product?: Product
  original?: Product
  children?: Elements
}

export function ProductScreen({ children, ...props }: ProductScreenProps) {
  const categories = useQuery(staffCategoriesQuery())

  return (
    <Async query={categories} loading={productSkeleton} errorPrefix="Error: ">
      {categories => (
        <>
          <ProductForm {...props} categories={categories} />
          {children}
        </>
      )}
    </Async>
  )
}

export const productSkeleton = <Skeleton className="h-120 rounded-tile" />

export const listOf = (product: Pick<Product, 'isActive'> | undefined) =>
  product?.isActive === false ? staffPaths.inactiveProducts : staffPaths.products

type ProductFormProps = Omit<ProductScreenProps, 'children'> & { categories: readonly Category[] }

function ProductForm({ product, original, categories }: ProductFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const save = useSaveProduct()
  const [values] = useState(() => initialValues(product, original))
  const base = useBase(product)
  const { state: loaded, isSaved } = base
  const [isAdding, setIsAdding] = useState(false)
  const schema = useMemo(() => productForm(loaded), [loaded])
  const fields = useRef<HTMLDivElement>(null)
  const keptName = original?._id ?? 'product'
  const dropKept = useDropKept(keptName)
  /** From the begin of a save until its answer, which may be lost. */
  const mayBeSaved = useRef(false)

  const rebase = (before: ProductValues, latest: ProductValues, mine: ProductValues) =>
    withTyped(before, latest, mine, mayBeSaved.current)

  async function handleSubmit(input: TypedProduct) {
    mayBeSaved.current = true
    try {
      const answer = await save(input, loaded)
      isSaved.current = true
      mayBeSaved.current = false
      dropKept()
      if (loaded) base.follow(answer.data)
      else if (fields.current) await navigate(listOf(input))
      return answer
    } catch (error) {
      mayBeSaved.current = !(error instanceof ApiError) || error.status >= 500
      // The product, or its stock by sales, may have changed since it was loaded.
      if (loaded && error instanceof ApiError && error.status === 409) {
        const latest = await queryClient.fetchQuery(staffProductQuery(loaded._id))
        base.setIsOutdated(!isMissing(latest) && isChanged(loaded, latest))
      }
      throw error
    }
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
      <div ref={fields} className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-5">
          <DetailsCard categories={categories} />
          <MediaCard />
          <Card title="Address and search engines">
            <ProductField name="slug" />
            <ProductField name="seoTitle" />
            <ProductField name="seoDescription" />
          </Card>
        </div>
        <div className="grid gap-5">
          <PricingCard productId={product?._id} />
          <VisibilityCard onAddOptions={isAdding ? undefined : () => setIsAdding(true)} />
          <ProductPreview categories={categories} />
        </div>
      </div>
      <VariantSection firstId={loaded?.variants[0]?._id} isAdding={isAdding} />
      <SaveBar backTo={listOf(product)} />
      <KeepTyped name={keptName} isDone={isSaved} mayBeSaved={mayBeSaved} rebase={withTyped} />
      <LeaveGuard text="What you have changed of this product is not saved yet." isSaved={isSaved} />
      {product && <FollowSaved base={base} latest={product} valuesOf={valuesOf} rebase={rebase} />}
      {product && loaded && base.isOutdated && (
        <ConflictDialog base={base} loaded={loaded} latest={product} categories={categories} />
      )}
    </Form>
  )
}

const isChanged = (loaded: Product, latest: Product) =>
  latest.version !== loaded.version || Object.keys(changesOf(valuesOf(loaded), valuesOf(latest))).length > 0

function ProductPreview({ categories }: { categories: readonly Category[] }) {
  const values = useWatch() as ProductValues
  const known = useKnownPictures()
  const category = categories.find(({ _id }) => _id === values.category)
  const sold = soldOf(values)
  const product = {
    _id: 'preview',
    slug: 'preview',
    name: values.name.trim() || 'Name of the product',
    price: amountIn(values.price),
    onSale: values.onSale,
    salePrice: amountIn(values.salePrice),
    stock: values.options.length > 0 ? unitsIn(values.variants) : amountIn(values.stock),
    isActive: values.isActive,
    category: category ?? { _id: '', name: 'Category', slug: '' },
    thumbnail: known.get(values.thumbnail) ?? null,
    gallery: values.gallery.flatMap(id => known.get(id) ?? []),
    rating: { average: 0, count: 0 },
    options: values.options,
    priceRange: priceRangeOf(sold, values),
    content: sold[0]?.content || values.content,
    unitPriceFor: values.unitPriceFor || null,
  }

  return (
    <Card title="In the shop">
      <div inert className="w-full max-w-60">
        <ProductCard withCategory product={product} sizes="240px" />
      </div>
    </Card>
  )
}

const pricesIn = ({ price, onSale, salePrice }: ProductValues) => ({
  price: amountIn(price),
  onSale,
  salePrice: amountIn(salePrice),
})

/** The active variants with their prices, the cheapest first. */
const soldOf = (values: ProductValues) =>
  values.variants
    .filter(({ isActive }) => isActive)
    .map(({ price, onSale, salePrice, content }) => ({
      ...pricesOf({ price: ownAmount(price), onSale, salePrice: ownAmount(salePrice) }, pricesIn(values)),
      content,
    }))
    .toSorted((a, b) => effectivePrice(a) - effectivePrice(b))

/** The price range of the variants, computed as the server does for lists; undefined when all prices are equal. */
function priceRangeOf(sold: ReturnType<typeof soldOf>, values: ProductValues) {
  const product = pricesIn(values)
  const prices = sold.map(effectivePrice)
  const saved = Math.max(...sold.map(savedPercent))
  const isOther = prices.some(price => price !== effectivePrice(product)) || saved > 0 !== savedPercent(product) > 0
  if (sold.length === 0 || !isOther) return undefined
  return { from: Math.min(...prices), to: Math.max(...prices), savedPercent: saved }
}

const ownAmount = (typed: string) => (typed === '' ? null : amountIn(typed))

const amountIn = (typed: string) => Math.max(0, Number(typed) || 0)

function initialValues(product?: Product, original?: Product): ProductValues {
  if (product) return valuesOf(product)
  return original ? copyOf(original) : newProductValues
}
