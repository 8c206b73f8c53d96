import { type Category, formatPrice, PRODUCT_LABELS, type Product } from '@mela/contract'
import { useFormContext } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { carriedStock, changedFields, type ProductValues, valuesOf } from './product-values.ts'

interface ConflictDialogProps {
  /** As the form loaded it, and as it is now. */
  loaded: Product
  latest: Product
  categories: readonly Category[]
  onKeep: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Shows the changes since loading, and continues from them without losing typed values (B92). Sales change a stock, too. */
export function ConflictDialog({ loaded, latest, categories, onKeep, onDiscard, onClose }: ConflictDialogProps) {
  const { getValues } = useFormContext<ProductValues>()
  const [before, theirs, mine] = [valuesOf(loaded), valuesOf(latest), getValues()]
  const typed = changedFields(before, mine)
  const changed = changedFields(before, theirs)
  const saved = changed.filter(name => name !== 'stock')
  const stock = carriedStock(mine.stock, { loaded: loaded.stock, latest: latest.stock })

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
      {changed.length > 0 && <p className="text-ink-2">What has changed since you opened this form:</p>}
      <dl className="grid gap-3 empty:hidden">
        {saved.map(name => (
          <Change
            key={name}
            name={name}
            before={wordsFor(name, before, categories)}
            after={wordsFor(name, theirs, categories)}
            note={typed.includes(name) && 'You changed this too: yours stays.'}
          />
        ))}
        {changed.includes('stock') && (
          <Change
            name="stock"
            before={before.stock}
            after={theirs.stock}
            cause="By sales, returns or staff."
            note={typed.includes('stock') && `You typed ${mine.stock}, which becomes ${stock}.`}
          />
        )}
      </dl>
      {changed.length === 0 && <p className="text-ink-2">It was saved again as it was.</p>}
    </Dialog>
  )
}

interface ChangeProps {
  name: keyof ProductValues
  before: string
  after: string
  cause?: string
  note: string | false
}

function Change({ name, before, after, cause, note }: ChangeProps) {
  return (
    <div className="grid gap-0.5 rounded-control border border-line p-3">
      <dt className="type-small text-ink-2">{PRODUCT_LABELS[name]}</dt>
      <dd className="wrap-anywhere">
        <s className="text-ink-3">{before}</s> {after}
      </dd>
      {cause && <dd className="type-small text-ink-2">{cause}</dd>}
      {note && <dd className="type-small text-warn">{note}</dd>}
    </div>
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
