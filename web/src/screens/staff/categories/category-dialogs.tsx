import {
  CATEGORY_LABELS,
  categoryFields,
  IDEMPOTENCY_HEADER,
  type NewCategory,
  newCategory,
  type StaffCategory,
  type CategoryFields as Values,
} from '@mela/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError, call } from '../../../lib/api.ts'
import { changesIn } from '../../../lib/changes.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { PictureBox } from '../media/picture-box.tsx'
import { optionsOf, useCategoryCalls } from './categories.api.ts'
import { CategoryFields, DescriptionField, FieldFrame, GroupSearchEngineFields } from './category-parts.tsx'

const INVALID = 'Some fields are invalid. Please check the form and try again.'

interface AddCategoryDialogProps {
  /** All categories, among which the parent is chosen. */
  categories: readonly StaffCategory[]
  onClose: () => void
}

export function AddCategoryDialog({ categories, onClose }: AddCategoryDialogProps) {
  const after = useRefreshAfter('categories')
  const [key] = useState(createRequestKey)

  async function handleSubmit(body: NewCategory) {
    const headers = { [IDEMPOTENCY_HEADER]: key.of(body) }
    const answer = await after(call('POST /categories', { body, headers }))
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title="Add Category">
      <Form
        schema={newCategory}
        onSubmit={handleSubmit}
        invalid={INVALID}
        fallback="An error occurred while creating the category."
        defaultValues={{ name: '', slug: '', parent: '' }}
      >
        <CategoryFields />
        {categories.length > 0 && <ParentField categories={categories} />}
        <FormActions variant="default" onCancel={onClose}>
          Add category
        </FormActions>
      </Form>
    </Dialog>
  )
}

interface EditCategoryDialogProps extends AddCategoryDialogProps {
  /** The category when the dialog was opened. */
  category: StaffCategory
}

/** Sends changed fields only, so that another admin's changes of the same category stay. */
export function EditCategoryDialog({ category, categories, onClose }: EditCategoryDialogProps) {
  const { save } = useCategoryCalls()
  const [latest, setLatest] = useState(category)
  const { _id: id } = category

  async function handleSubmit(values: Values) {
    const changed = changedFields(valuesOf(category), values)
    if (Object.keys(changed).length === 0) return onClose()
    try {
      const { message, data } = await save(id, { ...changed, version: latest.version })
      onClose()
      const before = Object.entries(valuesOf(latest)).filter(([field]) => field in changed)
      toastWithUndo(message, () => save(id, { ...Object.fromEntries(before), version: data.version }))
    } catch (error) {
      const theirs = await findConflict(error, latest)
      if (theirs) setLatest(theirs)
      throw error
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Edit ${category.name}`}>
      <Form
        schema={categoryFields}
        onSubmit={handleSubmit}
        invalid={INVALID}
        fallback="An error occurred while saving the category."
        success={false}
        defaultValues={valuesOf(category)}
      >
        {latest !== category && <ConflictNotice opened={category} latest={latest} />}
        <CategoryFields present={category.slug} />
        <ParentField categories={categories} category={category} />
        <DescriptionField />
        <PictureField category={category} />
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
        <FormActions variant="default" onCancel={onClose}>
          Save category
        </FormActions>
      </Form>
    </Dialog>
  )
}

const valuesOf = (category: StaffCategory): Values => ({
  name: category.name,
  slug: category.slug,
  description: category.description,
  picture: category.hasOwnPicture ? (category.picture?._id ?? null) : null,
  parent: category.parent?._id ?? null,
  hidesWhileEmpty: category.hidesWhileEmpty,
  isHidden: category.isHidden,
  seoTitle: category.seoTitle,
  seoDescription: category.seoDescription,
})

const changedFields = (before: Values, after: Values): Partial<Values> => changesIn(Object.keys(after), before, after)

function ConflictNotice({ opened, latest }: { opened: StaffCategory; latest: StaffCategory }) {
  const theirs = changedFields(valuesOf(opened), valuesOf(latest))
  const names = Object.keys(theirs).map(key => CATEGORY_LABELS[key as keyof Values])

  return (
    <Notice icon={<Users className="size-5" />} title="This category was changed by someone else">
      They saved: <span>{names.join(', ')}</span>. What you typed is still here; saving again replaces only what you
      changed.
    </Notice>
  )
}

/** A picture of the media library; without one, a product's is shown. Must be inside a category's form. */
function PictureField({ category: { picture, hasOwnPicture } }: { category: StaffCategory }) {
  const { field, fieldState } = useController<{ picture: string | null }, 'picture'>({ name: 'picture' })
  const [chosen, setChosen] = useState(hasOwnPicture ? picture : null)

  return (
    <PictureBox
      label="Picture"
      chosen={chosen}
      fallback={hasOwnPicture ? null : picture}
      note={chosen ? chosen.name : 'The picture of a product that can be bought.'}
      error={fieldState.error?.message}
      buttonRef={field.ref}
      onChoose={media => {
        setChosen(media)
        field.onChange(media?._id ?? null)
      }}
    />
  )
}

/** Chooses the parent among top-level categories, as there are two levels. Must be inside a category's form. */
function ParentField({ categories, category }: { categories: readonly StaffCategory[]; category?: StaffCategory }) {
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

/** The category as another admin has saved it, when a save was refused with a version conflict. */
async function findConflict(error: unknown, loaded: StaffCategory): Promise<StaffCategory | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return undefined
  const { data } = await call('GET /categories/staff')
  return data.find(({ _id, version }) => _id === loaded._id && version !== loaded.version)
}
