import {
  CATEGORY_LABELS,
  categoryFields,
  IDEMPOTENCY_HEADER,
  type StaffCategory,
  type CategoryFields as Values,
} from '@mela/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { changesIn } from '../../../lib/changes.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { PictureField } from '../media/picture-field.tsx'
import { optionsOf } from './categories.api.ts'
import { CategoryFields, DescriptionField, FieldFrame, GroupSearchEngineFields } from './category-parts.tsx'

interface CategoryDialogProps {
  /** The category when the dialog was opened; undefined for a new one. */
  category: StaffCategory | undefined
  /** All categories, among which the parent is chosen. */
  categories: readonly StaffCategory[]
  onClose: () => void
}

/** An edit sends changed fields only, so that another admin's changes of the same category stay. */
export function CategoryDialog({ category, categories, onClose }: CategoryDialogProps) {
  const after = useRefreshAfter('categories', 'products')
  const [key] = useState(createRequestKey)
  const latest = categories.find(({ _id }) => _id === category?._id)

  async function handleSubmit(values: Values) {
    if (category) return edit(category, changedFields(valuesOf(category), values))
    const { name, slug, parent } = values
    const body = { name, slug, parent }
    const answer = await after(call('POST /categories', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } }))
    onClose()
    return answer
  }

  async function edit({ _id: id, version }: StaffCategory, changed: Partial<Values>) {
    if (Object.keys(changed).length === 0) return onClose()
    const save = (body: Partial<Values> & { version: number }) =>
      after(call('PATCH /categories/:id', { params: { id }, body }))
    const before = Object.entries(valuesOf(latest ?? category)).filter(([field]) => field in changed)
    const { message, data } = await save({ ...changed, version: latest?.version ?? version })
    onClose()
    toastWithUndo(message, () => save({ ...Object.fromEntries(before), version: data.version }))
  }

  return (
    <Dialog onClose={onClose} title={category ? `Edit ${category.name}` : 'Add Category'}>
      <Form
        schema={categoryFields}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback={`An error occurred while ${category ? 'saving' : 'creating'} the category.`}
        defaultValues={valuesOf(category)}
      >
        {category && latest && <ConflictNotice opened={category} latest={latest} />}
        <CategoryFields present={category?.slug} />
        {categories.length > 0 && <ParentField categories={categories} category={category} />}
        {category && <FurtherFields category={category} />}
        <FormActions variant="default" onCancel={onClose}>
          {category ? 'Save category' : 'Add category'}
        </FormActions>
      </Form>
    </Dialog>
  )
}

function FurtherFields({ category }: { category: StaffCategory }) {
  return (
    <>
      <DescriptionField />
      <PictureField
        name="picture"
        label={CATEGORY_LABELS.picture}
        help="Without one: that of a product that can be bought."
        known={category.picture ? [category.picture] : []}
        fallback={category.hasOwnPicture ? null : category.picture}
        none={null}
      />
      <FieldFrame legend="Visibility">
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
      </FieldFrame>
      <GroupSearchEngineFields />
    </>
  )
}

const valuesOf = (category?: StaffCategory): Values => ({
  name: category?.name ?? '',
  slug: category?.slug ?? '',
  description: category?.description ?? '',
  picture: (category?.hasOwnPicture && category.picture?._id) || null,
  parent: category?.parent?._id ?? null,
  hidesWhileEmpty: category?.hidesWhileEmpty ?? false,
  isHidden: category?.isHidden ?? false,
  seoTitle: category?.seoTitle ?? '',
  seoDescription: category?.seoDescription ?? '',
})

const changedFields = (before: Values, after: Values): Partial<Values> => changesIn(Object.keys(after), before, after)

function ConflictNotice({ opened, latest }: { opened: StaffCategory; latest: StaffCategory }) {
  const { isSubmitting } = useFormState()
  const theirs = changedFields(valuesOf(opened), valuesOf(latest))
  const names = Object.keys(theirs).map(key => CATEGORY_LABELS[key as keyof Values])

  // While a save is under way, the newer state may be its own.
  if (names.length === 0 || isSubmitting) return null
  return (
    <Notice icon={<Users className="size-5" />} title="This category was changed by someone else">
      They saved: <span>{names.join(', ')}</span>. What you typed is still here; saving again replaces only what you
      changed.
    </Notice>
  )
}

/** Chooses the parent among top-level categories, as there are two levels. Must be inside a category's form. */
function ParentField({ categories, category }: Omit<CategoryDialogProps, 'onClose'>) {
  const children = categories.filter(({ parent }) => category && parent?._id === category._id)
  const possible = categories.filter(({ _id, parent }) => !parent && _id !== category?._id)
  const isParent = children.length > 0

  return (
    <SelectField
      name="parent"
      label={CATEGORY_LABELS.parent}
      optional
      placeholder="No other category"
      options={isParent ? [] : optionsOf(possible)}
      help={
        isParent
          ? `It has categories of its own: ${children.map(({ name }) => name).join(', ')}.`
          : 'The page of that category shows the products of this one, too.'
      }
    />
  )
}
