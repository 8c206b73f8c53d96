import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormCard } from './form-card.tsx'
import type { ProductValues } from './product-values.ts'
import { unitsIn } from './variant-values.ts'

interface VisibilityCardProps {
  /** Offered while the product has no options. */
  onAddOptions: (() => void) | undefined
}

export function VisibilityCard({ onAddOptions }: VisibilityCardProps) {
  const [options, variants] = useWatch<ProductValues, ['options', 'variants']>({ name: ['options', 'variants'] })

  return (
    <FormCard title="Stock and visibility">
      {options.length === 0 ? (
        <TextField
          name="stock"
          label="Stock"
          inputMode="numeric"
          autoComplete="off"
          read={plainAmount}
          help="What is sold while you type is taken into account."
        />
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
      <SwitchField name="isActive" label="Active" help="Shoppers can find and buy it." />
    </FormCard>
  )
}
