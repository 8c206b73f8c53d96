import { type Category, optionsText, PRODUCT_FIELDS, type Product } from '@mela/contract'
import { useFormContext } from 'react-hook-form'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { SavedChange, VersionConflict } from '../../../ui/follow-saved.tsx'
import {
  CELL_LABELS,
  carriedStock,
  changesOf,
  FORM_LABELS,
  isCellChanged,
  type ProductValues,
  TYPED_FIELDS,
  type TypedField,
  type VariantValues,
  valuesOf,
} from './product-values.ts'
import { rebaseTyped } from './unsaved-changes.tsx'

interface ConflictDialogProps {
  /** The product as the form loaded it; `latest` is the product as it is saved now. */
  loaded: Product
  latest: Product
  categories: readonly Category[]
  onResolve: () => void
  onClose: () => void
}

/** Shows what has changed since loading, also by sales, and continues from it without losing typed values. */
export function ConflictDialog({ loaded, latest, categories, onResolve, onClose }: ConflictDialogProps) {
  const price = usePrice()
  const { getValues } = useFormContext<ProductValues>()
  const [before, theirs, mine] = [valuesOf(loaded), valuesOf(latest), getValues()]
  const typed = changesOf(before, mine)
  const changed = changesOf(before, theirs)
  const { stock, variants, ...saved } = changed
  const rows = variantChanges(before.variants, theirs.variants)

  return (
    <VersionConflict<ProductValues>
      title="This item was changed by someone else"
      loadLabel="Discard what I typed"
      keepLabel="Reload and keep what I typed"
      latest={theirs}
      keep={mine => rebaseTyped(before, theirs, mine)}
      onResolve={onResolve}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {Object.keys(changed).length > 0
          ? 'What has changed since you opened this form:'
          : 'It was saved again as it was.'}
      </p>
      <dl className="grid gap-3 empty:hidden">
        {(Object.keys(saved) as (keyof typeof saved)[]).map(name => (
          <SavedChange
            key={name}
            label={FORM_LABELS[name]}
            before={wordsFor(name, before, categories, price)}
            after={wordsFor(name, theirs, categories, price)}
            note={name in typed && 'You changed this too: yours stays.'}
          />
        ))}
        {rows.slice(0, MOST_ROWS).map(({ name, words }) => (
          <SavedChange key={name} label={name} after={words} />
        ))}
        {rows.length > MOST_ROWS && <SavedChange label="Variants" after={`${rows.length - MOST_ROWS} more`} />}
        {stock !== undefined && (
          <SavedChange
            label={FORM_LABELS.stock}
            before={before.stock}
            after={stock}
            cause="By sales, returns or staff."
            note={
              theirs.options.length === 0 &&
              typed.stock !== undefined &&
              `You typed ${typed.stock}, which becomes ${carriedStock(typed.stock, before, theirs)}.`
            }
          />
        )}
      </dl>
    </VersionConflict>
  )
}

function wordsFor(
  name: keyof ProductValues,
  values: ProductValues,
  categories: readonly Category[],
  price: (amount: number) => string,
): string {
  if (name === 'options')
    return values.options.map(({ name, values }) => `${name}: ${values.map(value => value.name).join(', ')}`).join('; ')
  if (name === 'variants') return countLabel(values.variants.length, 'variant')
  if (name === 'sku' || name === 'barcode') return values[name] || 'none'
  const [{ kind }, value] = [PRODUCT_FIELDS[name], values[name]]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return countLabel(value.length, 'picture')
  if (kind === 'category') return categories.find(({ _id }) => _id === value)?.name ?? ''
  if (value === '') return 'none'
  if (kind === 'picture') return 'another picture'
  if (kind === 'amount') return price(Number(value))
  return value.length > 200 ? `${value.slice(0, 200)}…` : value
}

const MOST_ROWS = 6
/** The variants that differ, each with its present values in words. */
function variantChanges(before: VariantValues[], after: VariantValues[]): { name: string; words: string }[] {
  const loaded = new Map(before.map(row => [row.key, row]))
  const left = new Set(after.map(({ key }) => key))
  const named = (row: VariantValues, words: string) => ({ name: optionsText(row.options), words })
  const changed = after.flatMap(row => {
    const old = loaded.get(row.key)
    if (!old) return named(row, 'Added')
    const cells = TYPED_FIELDS.filter(field => isCellChanged(row, old, field))
    return cells.length > 0 ? named(row, cells.map(field => cellWords(row, field)).join(', ')) : []
  })
  return [...changed, ...before.filter(({ key }) => !left.has(key)).map(row => named(row, 'Removed'))]
}

function cellWords(row: VariantValues, field: TypedField): string {
  const label = CELL_LABELS[field]
  if (field === 'media') return row.media ? `another ${label.toLowerCase()}` : `no ${label.toLowerCase()}`
  if (field === 'isActive') return row.isActive ? 'Active' : 'Inactive'
  return `${label} ${row[field] || 'none'}`
}
