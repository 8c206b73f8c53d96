import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'
import { FORM_LABELS, type ProductValues } from './product-values.ts'
import { unitsIn } from './variant-values.ts'

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
