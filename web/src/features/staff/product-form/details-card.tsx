import type { Category } from '@mela/contract'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormCard } from './form-card.tsx'

export function DetailsCard({ categories }: { categories: readonly Category[] }) {
  return (
    <FormCard title="Details">
      <TextField name="name" label="Name" autoComplete="off" />
      <TextField
        name="description"
        label="Description"
        multiline
        rows={8}
        counter={10_000}
        help="At least 50 characters. Line breaks are kept."
      />
      <SelectField
        name="category"
        label="Category"
        placeholder="Choose a category"
        options={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </FormCard>
  )
}
