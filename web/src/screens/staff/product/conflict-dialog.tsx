import { type Category, optionsText, PRODUCT_FIELDS, type Product } from '@mela/contract'
import { useFormContext } from 'react-hook-form'
import { isSame } from '../../../lib/changes.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { SavedChange, type useBase, VersionConflict } from '../../../ui/follow-saved.tsx'
import {
  carriedStock,
  changesOf,
  FORM_LABELS,
  type ProductValues,
  type VariantValues,
  valuesOf,
  withTyped,
} from './product-values.ts'

interface ConflictDialogProps {
  base: ReturnType<typeof useBase<Product>>
  /** The product as the form loaded it; `latest` is the product as it is saved now. */
  loaded: Product
  latest: Product
  categories: readonly Category[]
}

/** Shows what has changed since loading, also by sales, and continues from it without losing typed values. */
export function ConflictDialog({ base, loaded, latest, categories }: ConflictDialogProps) {
  const price = usePrice()
  const { getValues } = useFormContext<ProductValues>()
  const [before, theirs, mine] = [valuesOf(loaded), valuesOf(latest), getValues()]
  const typed = changesOf(before, mine)
  const changed = changesOf(before, theirs)
  const { stock, variants, ...saved } = changed
  const rows = changedRows(before.variants, theirs.variants)

  return (
    <VersionConflict
      base={base}
      latest={latest}
      valuesOf={valuesOf}
      title="This item was changed by someone else"
      keep={mine => withTyped(before, theirs, mine)}
    >
      <p className="text-ink-2">
        {Object.keys(changed).length > 0
          ? 'What has changed since you opened this form:'
          : 'It was saved again as it was.'}
      </p>
      <dl className="grid gap-3 empty:hidden">
        {(Object.keys(saved) as ShownField[]).map(name => (
          <SavedChange
            key={name}
            label={FORM_LABELS[name]}
            before={wordsFor(name, before, categories, price)}
            after={wordsFor(name, theirs, categories, price)}
            note={name in typed && 'You changed this too: yours stays.'}
          />
        ))}
        {rows.length > 0 && <SavedChange label="Variants" after={rows.join(', ')} />}
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

type ShownField = Exclude<keyof ProductValues, 'variants' | 'pictures'>

function wordsFor(
  name: ShownField,
  values: ProductValues,
  categories: readonly Category[],
  price: (amount: number) => string,
): string {
  if (name === 'options')
    return values.options.map(({ name, values }) => `${name}: ${values.map(value => value.name).join(', ')}`).join('; ')
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

/** The variants that were added, changed or removed, by their options. */
function changedRows(before: VariantValues[], after: VariantValues[]): string[] {
  const loaded = new Map(before.map(row => [row.key, row]))
  const changed = after.filter(row => !isSame(row, loaded.get(row.key)))
  const left = new Set(after.map(({ key }) => key))
  const removed = before.filter(({ key }) => !left.has(key))
  return [
    ...changed.map(({ options }) => optionsText(options)),
    ...removed.map(({ options }) => `${optionsText(options)} (removed)`),
  ]
}
