import { useFormContext, useWatch } from 'react-hook-form'
import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'
import type { ProductValues } from './product-values.ts'

export function PricingCard() {
  const { setValue } = useFormContext<ProductValues>()
  const onSale = useWatch<ProductValues, 'onSale'>({ name: 'onSale' })

  return (
    <FormCard title="Pricing">
      <ProductField name="price" />
      {/* The sale price is reset in both directions. */}
      <ProductField name="onSale" onSwitch={() => setValue('salePrice', '0', { shouldDirty: true })} />
      {onSale && <ProductField name="salePrice" />}
    </FormCard>
  )
}
