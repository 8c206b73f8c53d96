import {
  type Category,
  effectivePrice,
  type Media,
  PRODUCT_FIELDS,
  type ProductCard,
  pricesOf,
  savedPercent,
} from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { MarkdownField } from '../../../ui/markdown-field.tsx'
import { RenderedHtml } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ProductField } from './product-field.tsx'
import { FORM_LABELS, type ProductValues } from './product-values.ts'
import { unitsIn } from './variant-values.ts'

export function FormCard({ title, aside, children }: { title: string; aside?: Elements; children: Elements }) {
  return (
    <section className="grid min-w-0 content-start gap-5 rounded-tile border border-line bg-surface p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 className="type-h3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

const { label, help, rows, max } = PRODUCT_FIELDS.description

/** The description with its toolbar, and how it will look. Must be inside a `Form`. */
export function DescriptionField() {
  const [isPreviewed, setIsPreviewed] = useState(false)

  return (
    <div className="grid gap-3">
      <MarkdownField name="description" label={label} help={help} rows={rows} counter={max} />
      <Button
        variant="outline"
        size={40}
        className="justify-self-start"
        aria-expanded={isPreviewed}
        onClick={() => setIsPreviewed(!isPreviewed)}
      >
        {isPreviewed ? 'Hide preview' : 'Show preview'}
      </Button>
      {isPreviewed && <DescriptionPreview />}
    </div>
  )
}

const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['pages', 'staff', 'preview', 'description', body],
    queryFn: async () =>
      (await call('POST /pages/preview', { body: { title: '', body, as: 'description' } })).data.html,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

function DescriptionPreview() {
  const typed = useWatch<ProductValues, 'description'>({ name: 'description' })
  const shown = useDebounced(typed) || typed

  return (
    <section aria-label="Preview of the description" className="prose rounded-control border border-line p-4">
      <Async query={useQuery(previewQuery(shown))} loading="Rendering…" error="This cannot be shown.">
        {html => <RenderedHtml html={html} />}
      </Async>
    </section>
  )
}

interface VisibilityCardProps {
  /** Adds options; offered while the product has none. */
  onAddOptions: (() => void) | undefined
}

export function VisibilityCard({ onAddOptions }: VisibilityCardProps) {
  const [options, variants] = useWatch<ProductValues, ['options', 'variants']>({ name: ['options', 'variants'] })

  return (
    <FormCard title="Stock and visibility">
      {options.length === 0 ? (
        <>
          <ProductField name="stock" />
          <div className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-1">
            <TextField name="sku" label={FORM_LABELS.sku} optional autoComplete="off" help="Your own number of it." />
            <TextField
              name="barcode"
              label={FORM_LABELS.barcode}
              optional
              autoComplete="off"
              help="As printed: EAN, UPC or ISBN."
            />
          </div>
        </>
      ) : (
        <p>
          <span>{`${countLabel(unitsIn(variants), 'unit')} in ${countLabel(variants.length, 'variant')}`}</span>
          <span className="type-small block text-ink-2">The stock is set for each variant below.</span>
        </p>
      )}
      {onAddOptions && (
        <Button variant="ghost" size={40} className="-mt-2 -ml-3 justify-self-start text-ink-2!" onClick={onAddOptions}>
          <Plus className="size-4" /> Add options
        </Button>
      )}
      <ProductField name="isActive" />
    </FormCard>
  )
}

interface ProductPreviewProps {
  known: ReadonlyMap<string, Media>
  categories: readonly Category[]
  renderCard: (product: ProductCard) => ReactNode
}

/** The shop's card with the form's values. */
export function ProductPreview({ known, categories, renderCard }: ProductPreviewProps) {
  const values = useWatch() as ProductValues
  const category = categories.find(({ _id }) => _id === values.category)

  return (
    <FormCard title="In the shop">
      <div inert className="w-full max-w-60">
        {renderCard({
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
          priceRange: priceRangeOf(values),
        })}
      </div>
    </FormCard>
  )
}

/** The price range of the variants, computed as the server does for lists; undefined when all prices are equal. */
function priceRangeOf({ variants, ...values }: ProductValues) {
  const product = { price: amountIn(values.price), onSale: values.onSale, salePrice: amountIn(values.salePrice) }
  const sold = variants
    .filter(({ isActive }) => isActive)
    .map(({ price, onSale, salePrice }) =>
      pricesOf({ price: ownAmount(price), onSale, salePrice: ownAmount(salePrice) }, product),
    )
  const prices = sold.map(effectivePrice)
  const saved = Math.max(...sold.map(savedPercent))
  const isOther = prices.some(price => price !== effectivePrice(product)) || saved > 0 !== savedPercent(product) > 0
  if (sold.length === 0 || !isOther) return undefined
  return { from: Math.min(...prices), to: Math.max(...prices), savedPercent: saved }
}

const ownAmount = (typed: string) => (typed === '' ? null : amountIn(typed))

const amountIn = (typed: string) => Math.max(0, Number(typed) || 0)
