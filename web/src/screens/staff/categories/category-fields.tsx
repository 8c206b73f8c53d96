import {
  CATEGORY_LABELS,
  LONGEST_CATEGORY_DESCRIPTION,
  LONGEST_SEO_DESCRIPTION,
  LONGEST_SEO_TITLE,
  paths,
  type StaffCategory,
} from '@mela/contract'
import type { FocusEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SelectField } from '../../../ui/select-field.tsx'
import { suggestSlug } from '../../../ui/suggest-slug.ts'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface CategoryFieldsProps {
  /** The current slug: its address will redirect to that of a new slug. */
  present?: string
  pathOf?: (slug: string) => string
}

/** Name and slug of a category or a collection. Leaving the name fills an empty slug. */
export function CategoryFields({ present, pathOf = paths.category }: CategoryFieldsProps) {
  const { register, getValues, setValue } = useFormContext<{ name: string; slug: string }>()
  const slug = useWatch<{ slug: string }>({ name: 'slug' })

  async function handleNameLeft({ relatedTarget }: FocusEvent) {
    if (getValues('slug').trim() !== '') return
    const suggested = await suggestSlug(getValues('name'))
    if (!suggested || getValues('slug').trim() !== '') return
    setValue('slug', suggested, { shouldValidate: true, shouldDirty: true })
    // A user who moves on to the slug can overwrite the suggestion.
    if (relatedTarget instanceof HTMLInputElement && relatedTarget.name === 'slug') relatedTarget.select()
  }
  // The TextField below registers the same name again and keeps this onBlur.
  register('name', { onBlur: handleNameLeft })

  return (
    <>
      <TextField name="name" label="Name" autoComplete="off" />
      <TextField
        name="slug"
        label="Slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        help={
          <span>
            Address: <span className="break-all font-mono text-ink">{pathOf(slug?.trim() || '…')}</span>
            {present !== undefined && slug?.trim() !== present && <span> The old address leads here.</span>}
          </span>
        }
      />
    </>
  )
}

/** The description that the category's page shows below the name. */
export function DescriptionField() {
  return (
    <TextField
      name="description"
      label="Description"
      optional
      multiline
      rows={3}
      counter={LONGEST_CATEGORY_DESCRIPTION}
      help="On its page."
    />
  )
}

const cardClass = 'grid gap-4 rounded-control border border-line p-4'

/** Must be inside a category's form. */
export function CategoryVisibility() {
  return (
    <fieldset className={cardClass}>
      <legend className="sr-only">Visibility</legend>
      <SwitchField
        name="hidesWhileEmpty"
        label={CATEGORY_LABELS.hidesWhileEmpty}
        help="Menus leave it out until it has an active product."
      />
      <SwitchField
        name="isHidden"
        label={CATEGORY_LABELS.isHidden}
        help="It leaves the shop, with the categories in it. Its products stay on sale and are found by search."
      />
    </fieldset>
  )
}

/** Fields for search engines. Must be inside the form of a category or a collection. */
export function SearchEngineFields() {
  return (
    <fieldset className={cardClass}>
      <legend className="sr-only">Search engines</legend>
      <TextField
        name="seoTitle"
        label={CATEGORY_LABELS.seoTitle}
        optional
        autoComplete="off"
        counter={LONGEST_SEO_TITLE}
        help="Without one: the name."
      />
      <TextField
        name="seoDescription"
        label={CATEGORY_LABELS.seoDescription}
        optional
        multiline
        rows={2}
        counter={LONGEST_SEO_DESCRIPTION}
        help="Without one: the description."
      />
    </fieldset>
  )
}

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
