import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'

export function SearchEngineCard() {
  return (
    <FormCard title="Search engines">
      <ProductField name="seoTitle" />
      <ProductField name="seoDescription" />
    </FormCard>
  )
}
