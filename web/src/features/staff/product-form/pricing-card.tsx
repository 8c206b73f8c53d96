import { CURRENCY } from '@mela/contract'
import { useFormContext, useWatch } from 'react-hook-form'
import { plainAmount } from '../../../lib/format/plain-amount.ts'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormCard } from './form-card.tsx'
import type { ProductValues } from './product-values.ts'

export function PricingCard() {
  const { setValue } = useFormContext<ProductValues>()
  const onSale = useWatch<ProductValues, 'onSale'>({ name: 'onSale' })

  return (
    <FormCard title="Pricing">
      <TextField
        name="price"
        label="Price"
        inputMode="decimal"
        autoComplete="off"
        prefix={CURRENCY.symbol}
        read={plainAmount}
      />
      <SwitchField
        name="onSale"
        label="On sale"
        help="Shows the sale price, and the price struck out."
        // In both directions (B10).
        onSwitch={() => setValue('salePrice', '0', { shouldDirty: true })}
      />
      {onSale && (
        <TextField
          name="salePrice"
          label="Sale price"
          inputMode="decimal"
          autoComplete="off"
          prefix={CURRENCY.symbol}
          read={plainAmount}
        />
      )}
    </FormCard>
  )
}
