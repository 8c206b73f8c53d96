import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'
import type { ProductValues } from './product-values.ts'
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
        <ProductField name="stock" />
      ) : (
        <p>
          {countLabel(unitsIn(variants), 'unit')} in {countLabel(variants.length, 'variant')}
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
