import { type Category, formatPrice, PRODUCT_LABELS, type Product } from '@mela/contract'
import { useFormContext } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { changedFields, type ProductValues, valuesOf } from './product-values.ts'

interface ConflictDialogProps {
  /** As the form loaded it, and as somebody else has saved it since. */
  loaded: Product
  latest: Product
  categories: readonly Category[]
  onKeep: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Shows what somebody else has changed meanwhile, and goes on from there without losing what was typed (B92). */
export function ConflictDialog({ loaded, latest, categories, onKeep, onDiscard, onClose }: ConflictDialogProps) {
  const { getValues } = useFormContext<ProductValues>()
  const [before, theirs, mine] = [valuesOf(loaded), valuesOf(latest), getValues()]
  const typed = changedFields(before, mine)

  return (
    <Dialog
      open
      onClose={onClose}
      title="This item was changed by someone else"
      footer={
        <>
          <Button variant="outline" onClick={onDiscard}>
            Discard what I typed
          </Button>
          <Button data-first onClick={onKeep}>
            Reload and keep what I typed
          </Button>
        </>
      }
    >
      <p className="text-ink-2">Since you opened this form, somebody has saved:</p>
      <dl className="grid gap-3">
        {changedFields(before, theirs).map(name => (
          <div key={name} className="grid gap-0.5 rounded-control border border-line p-3">
            <dt className="type-small text-ink-2">{PRODUCT_LABELS[name]}</dt>
            <dd className="wrap-anywhere">
              <s className="text-ink-3">{wordsFor(name, before, categories)}</s> {wordsFor(name, theirs, categories)}
            </dd>
            {typed.includes(name) && <dd className="type-small text-warn">You changed this too: yours stays.</dd>}
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function wordsFor(name: keyof ProductValues, values: ProductValues, categories: readonly Category[]): string {
  if (name === 'category') return categories.find(({ _id }) => _id === values.category)?.name ?? ''
  if (name === 'thumbnail') return values.thumbnail ? 'another picture' : 'none'
  if (name === 'gallery') return countLabel(values.gallery.length, 'picture')
  if (name === 'price' || name === 'salePrice') return formatPrice(Number(values[name]))
  const value = values[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value.length > 200 ? `${value.slice(0, 200)}…` : value
}
