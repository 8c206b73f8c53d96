import {
  type Category,
  currencySign,
  DEFAULT_TAX_CLASS,
  FIELD_LABELS,
  type ProductField as Field,
  PRODUCT_FIELDS,
  type ProductFieldName,
  paths,
  staffPaths,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { countLabel } from '../../../lib/format.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { plainAmount } from '../../../lib/staff-format.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Async } from '../../../ui/async.tsx'
import { Button, textLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/headings.tsx'
import { MarkdownField } from '../../../ui/markdown-field.tsx'
import { RenderedHtml } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SlugField, suggestSlug } from '../../../ui/slug-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextTables } from '../../../ui/text-tables.tsx'
import { previewQuery } from '../pages/pages.api.ts'
import { minuteText } from '../planned-prices/planned-prices.api.ts'
import { FORM_LABELS, type ProductValues, unitsIn } from './product-values.ts'

export function PricingCard({ productId }: { productId?: string | undefined }) {
  const { setValue } = useFormContext<ProductValues>()
  const onSale = useWatch<ProductValues, 'onSale'>({ name: 'onSale' })

  return (
    <Card title="Pricing">
      <ProductField name="price" />
      {/* The sale price is reset in both directions. */}
      <ProductField name="onSale" onSwitch={() => setValue('salePrice', '0', { shouldDirty: true })} />
      {onSale && <ProductField name="salePrice" />}
      <div className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-1">
        <ProductField name="content" />
        <ProductField name="unitPriceFor" />
      </div>
      {productId && <PlannedSales productId={productId} />}
    </Card>
  )
}

/** The sales that reduce a product now, and the way to another. */
function PlannedSales({ productId }: { productId: string }) {
  const { data: running = [] } = useQuery(dataQuery('GET /planned-prices', { query: { product: productId } }))
  return (
    <div className="type-small grid gap-1 text-ink-2">
      {running.map(({ _id, name, ends }) => (
        <p key={_id}>
          <span>Reduced until </span>
          <span>{minuteText(ends)}</span>
          <span> by </span>
          <Link to={staffPaths.plannedPrice(_id)} className={textLink} dir="auto">
            {name}
          </Link>
          <span>. A sale price that you change here stays.</span>
        </p>
      ))}
      <p>
        <Link to={staffPaths.newPlannedPrice(productId)} className={textLink}>
          Plan a sale…
        </Link>
      </p>
    </div>
  )
}

export function DetailsCard({ categories }: { categories: readonly Category[] }) {
  return (
    <Card title="Details">
      <ProductField name="name" />
      <DescriptionField />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="category"
          label={FIELD_LABELS.category}
          placeholder="Choose a category"
          help={categories.length === 0 && noCategory}
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
      <ProductField name="isGiftCard" />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TaxClassField />
        <ProductField name="hsnCode" />
      </div>
      <ProductField name="sizeGuide" />
      <SizeGuidePreview />
    </Card>
  )
}

function TaxClassField() {
  const { taxClasses } = useShop()
  const chosen = useWatch<ProductValues, 'taxClass'>({ name: 'taxClass' })
  const names = taxClasses.map(({ name }) => name)
  // A class that is gone stays to be seen, until another one is chosen.
  const options = chosen && !names.includes(chosen) ? [...names, chosen] : names

  return (
    <SelectField
      name="taxClass"
      label={FIELD_LABELS.taxClass}
      help={PRODUCT_FIELDS.taxClass.help}
      optional
      placeholder={DEFAULT_TAX_CLASS}
      options={options.map(name => ({ value: name, label: name }))}
    />
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

function SizeGuidePreview() {
  const text = useWatch<ProductValues, 'sizeGuide'>({ name: 'sizeGuide' })
  return text.trim() === '' ? null : <TextTables text={text} label="Preview of the size guide" />
}

const { label, help, rows, max } = PRODUCT_FIELDS.description

function DescriptionField() {
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

function DescriptionPreview() {
  const typed = useWatch<ProductValues, 'description'>({ name: 'description' })
  const body = useDebounced(typed) || typed
  const preview = useQuery(previewQuery({ title: '', body, as: 'description' }))

  return (
    <section aria-label="Preview of the description" className="prose rounded-control border border-line p-4">
      <Async query={preview} loading="Rendering…" error="This cannot be shown.">
        {({ html }) => <RenderedHtml html={html} />}
      </Async>
    </section>
  )
}

export function VisibilityCard({ onAddOptions }: { onAddOptions: (() => void) | undefined }) {
  const [options, variants] = useWatch<ProductValues, ['options', 'variants']>({ name: ['options', 'variants'] })

  return (
    <Card title="Stock and visibility">
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
      {onAddOptions && options.length === 0 && (
        <Button variant="ghost" size={40} className="-mt-2 -ml-3 justify-self-start text-ink-2!" onClick={onAddOptions}>
          <Plus className="size-4" /> Add options
        </Button>
      )}
      <ProductField name="isActive" />
    </Card>
  )
}

interface ProductFieldProps {
  name: ProductFieldName
  onSwitch?: () => void
}

/** The input of a field, by its entry in `PRODUCT_FIELDS`. Must be inside a `Form`. */
export function ProductField({ name, onSwitch }: ProductFieldProps) {
  const { currency } = useShop()
  const { kind, label, help, rows, max, ...field }: Field = PRODUCT_FIELDS[name]
  if (kind === 'flag') return <SwitchField name={name} label={label} help={help} onSwitch={onSwitch} />

  const text = { name, label, help, optional: field.default === null, autoComplete: 'off' }
  if (kind === 'measure') return <TextField {...text} />
  if (kind === 'slug') return <SlugField {...text} help={<SlugHelp />} />
  if (kind === 'text') return <TextField {...text} multiline={rows !== undefined} rows={rows} counter={rows && max} />

  const number = { ...text, read: plainAmount }
  return kind === 'amount' ? (
    <TextField {...number} inputMode="decimal" prefix={currencySign(currency)} />
  ) : (
    <TextField {...number} inputMode="numeric" />
  )
}

function SlugHelp() {
  const [name, slug] = useWatch<ProductValues, ['name', 'slug']>({ name: ['name', 'slug'] })
  const { defaultValues } = useFormState<ProductValues>()
  const suggested = useSuggestion(name)
  const typed = slug.trim()

  return (
    <>
      <span className="break-all font-mono text-ink">{paths.product(typed || suggested || '…')}</span>{' '}
      {!typed && <span>{PRODUCT_FIELDS.slug.help} </span>}
      {defaultValues?.slug && typed !== defaultValues.slug && <span>The old address leads here.</span>}
    </>
  )
}

/** The slug that the server makes of a name, unless another product has it. */
function useSuggestion(name: string): string {
  const [suggested, setSuggested] = useState('')
  useEffect(() => {
    let isPresent = true
    void suggestSlug(name).then(slug => isPresent && setSuggested(slug.replace(/^-+|-+$/g, '')))
    return () => {
      isPresent = false
    }
  }, [name])
  return suggested
}
