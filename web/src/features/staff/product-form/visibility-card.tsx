import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormCard } from './form-card.tsx'

export function VisibilityCard() {
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
