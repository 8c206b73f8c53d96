import { CATEGORY_LABELS, type StaffCategory } from '@mela/contract'
import { SelectField } from '../../../ui/controls/select-field.tsx'

interface ParentFieldProps {
  categories: readonly StaffCategory[]
  /** The edited category; undefined for a new one. */
  category?: StaffCategory
}

/** Chooses the parent among top-level categories, as there are two levels. Must be inside a category's form. */
export function ParentField({ categories, category }: ParentFieldProps) {
  const children = categories.filter(({ parent }) => category && parent?._id === category._id)
  const possible = categories.filter(({ _id, parent }) => !parent && _id !== category?._id)
  const isParent = children.length > 0

  return (
    <SelectField
      name="parent"
      label={CATEGORY_LABELS.parent}
      optional
      placeholder="No other category"
      options={isParent ? [] : possible.map(({ _id, name }) => ({ value: _id, label: name }))}
      help={
        isParent
          ? `It has categories of its own: ${children.map(({ name }) => name).join(', ')}.`
          : 'The page of that category shows the products of this one, too.'
      }
    />
  )
}
