import { type Category, FIELD_LABELS } from '@mela/contract'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'

export function DetailsCard({ categories }: { categories: readonly Category[] }) {
  return (
    <FormCard title="Details">
      <ProductField name="name" />
      <ProductField name="description" />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="category"
          label={FIELD_LABELS.category}
          placeholder="Choose a category"
          options={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        <ProductField name="weight" />
      </div>
    </FormCard>
  )
}
