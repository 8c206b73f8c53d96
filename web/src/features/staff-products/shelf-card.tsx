import { plainAmount } from '../../lib/plain-amount.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FormCard } from './form-card.tsx'
import { SwitchField } from './switch-field.tsx'

export function ShelfCard() {
  return (
    <FormCard title="Stock and visibility">
      <TextField
        name="stock"
        label="Stock"
        inputMode="numeric"
        autoComplete="off"
        read={plainAmount}
        help="What is sold while you type is taken into account."
      />
      <SwitchField name="isActive" label="Active" help="Shoppers can find and buy it." />
    </FormCard>
  )
}
