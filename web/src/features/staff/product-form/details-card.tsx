import { type Category, FIELD_LABELS } from '@mela/contract'
import { useWatch } from 'react-hook-form'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextTables } from '../../../ui/table/text-tables.tsx'
import { DescriptionField } from './description-field.tsx'
import { FormCard } from './form-card.tsx'
import { ProductField } from './product-field.tsx'
import type { ProductValues } from './product-values.ts'

export function DetailsCard({ categories }: { categories: readonly Category[] }) {
  return (
    <FormCard title="Details">
      <ProductField name="name" />
      <DescriptionField />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="category"
          label={FIELD_LABELS.category}
          placeholder="Choose a category"
          {...(categories.length === 0 && { help: 'There is none yet: add one under Categories first.' })}
          options={categories.map(({ _id, name, parent }) => ({
            value: _id,
            label: parent ? `${parent.name} › ${name}` : name,
          }))}
        />
        <ProductField name="weight" />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ProductField name="vendor" />
        <ProductField name="tags" />
      </div>
      <ProductField name="sizeGuide" />
      <SizeGuidePreview />
    </FormCard>
  )
}

/** A preview of the size guide with its tables, once it has a text. */
function SizeGuidePreview() {
  const text = useWatch<ProductValues, 'sizeGuide'>({ name: 'sizeGuide' })
  return text.trim() === '' ? null : <TextTables text={text} label="Preview of the size guide" />
}
