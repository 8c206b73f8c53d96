import { type Category, type Media, optionsText, PRODUCT_FIELDS, type Product } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import { storedUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { SavedChange, type useBase, useTypeAgain, VersionConflict } from '../../../ui/follow-saved.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import {
  CELL_LABELS,
  carriedStock,
  changesOf,
  FORM_LABELS,
  isCellChanged,
  type KnownPictures,
  type ProductValues,
  TYPED_FIELDS,
  type VariantValues,
  valuesOf,
  withTyped,
} from './product-values.ts'

interface Kept {
  /** When they were kept: ISO 8601, UTC. */
  at: string
  /** The values that the form had loaded, and those that were typed. */
  before: ProductValues
  typed: ProductValues
  pictures: Media[]
}

/** The values that the user has left unsaved in this form before, and where this form keeps its own. */
export function useUnsaved() {
  const { pathname, search } = useLocation()
  const [userId] = useState(() => storedUser()?.id ?? '')
  const place = pathname + search
  const [kept, setKept] = useState(() => findUnsaved(userId, place) as Kept | undefined)

  function drop() {
    dropUnsaved(userId, place)
    setKept(undefined)
  }
  return { userId, place, kept, drop }
}

interface UnsavedChangesProps {
  unsaved: ReturnType<typeof useUnsaved>
  known: KnownPictures
  /** Called with the pictures of restored values, so that the form knows their URLs. */
  onKnow: (media: Media[]) => void
  isSaved: RefObject<boolean>
}

/**
 * Keeps typed values when the session ends, another user signs in, the form is left during a save, or the page is
 * hidden, because a phone may discard it; restores them for the same user in the same form. Must be inside a `Form`.
 */
export function UnsavedChanges({ unsaved, known, onKnow, isSaved }: UnsavedChangesProps) {
  const { userId, place, kept, drop } = unsaved
  const isKept = useRef(false)
  const { getValues } = useFormContext<ProductValues>()
  const { defaultValues, isSubmitting } = useFormState<ProductValues>()
  const before = defaultValues as ProductValues
  const typeAgain = useTypeAgain()

  const keep = useEffectEvent(() => {
    const typed = getValues()
    if (!userId || Object.keys(changesOf(before, typed)).length === 0) return dropOwn()
    const pictures = [typed.thumbnail, ...typed.gallery].flatMap(id => known.get(id) ?? [])
    const at = new Date().toISOString()
    keepUnsaved({ userId, place, content: { at, before, typed, pictures } satisfies Kept })
    isKept.current = true
  })

  /** Deletes values that this form has stored; those of an earlier form stay until the user decides. */
  function dropOwn() {
    if (isKept.current) dropUnsaved(userId, place)
    isKept.current = false
  }

  const handleEnd = useEffectEvent(() => {
    // Values are stored only for another user or during a save: other navigation has asked whether to discard them.
    if (storedUser()?.id !== userId || (isSubmitting && !isSaved.current)) keep()
    else dropOwn()
  })
  useEffect(() => {
    const handleHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', handleHide)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      handleEnd()
    }
  }, [])

  function handleRestore({ before: loaded, typed, pictures }: Kept) {
    onKnow(pictures)
    typeAgain(rebaseTyped(loaded, before, typed))
    drop()
  }

  if (!kept) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="flex flex-wrap items-center gap-3 rounded-tile bg-info-soft px-5 py-3 text-info"
    >
      <p role="status" className="min-w-0 grow basis-56">
        You have unsaved changes from <Time value={kept.at} style="date-time" />.
      </p>
      <Button size={40} onClick={() => handleRestore(kept)}>
        Restore
      </Button>
      <Button variant="outline" size={40} onClick={drop}>
        Discard
      </Button>
    </section>
  )
}

/** The typed values on top of a newer state of the product; says what no longer fits it. */
export function rebaseTyped(before: ProductValues, latest: ProductValues, mine: ProductValues) {
  const { values, leftOut } = withTyped(before, latest, mine)
  if (leftOut > 0) {
    const were = leftOut === 1 ? 'was' : 'were'
    toastWarning(`${countLabel(leftOut, 'variant')} ${were} left out: the options of this product have changed.`)
  }
  return values
}

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
  const rows = variantChanges(before.variants, theirs.variants)

  return (
    <VersionConflict
      base={base}
      latest={latest}
      valuesOf={valuesOf}
      title="This item was changed by someone else"
      loadLabel="Discard what I typed"
      keepLabel="Reload and keep what I typed"
      keep={mine => rebaseTyped(before, theirs, mine)}
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

function cellWords(row: VariantValues, field: keyof typeof CELL_LABELS): string {
  const label = CELL_LABELS[field]
  if (field === 'media') return row.media ? `another ${label.toLowerCase()}` : `no ${label.toLowerCase()}`
  if (field === 'isActive') return row.isActive ? 'Active' : 'Inactive'
  return `${label} ${row[field] || 'none'}`
}
