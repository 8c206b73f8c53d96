import {
  CATEGORY_LABELS,
  categoryFields,
  type Media,
  type StaffCategory,
  type CategoryFields as Values,
} from '@mela/contract'
import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError, call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PictureBox } from '../../../ui/picture-box.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { changedFields, takenBack, useCategoryCalls, valuesOf } from './categories.api.ts'
import {
  CategoryFields,
  CategoryVisibility,
  DescriptionField,
  ParentField,
  SearchEngineFields,
} from './category-fields.tsx'

interface EditCategoryDialogProps {
  /** The category when the dialog was opened. */
  category: StaffCategory
  /** All categories, among which the parent is chosen. */
  categories: readonly StaffCategory[]
  onClose: () => void
  renderPicker: RenderPicker
}

/** Sends changed fields only, so that another admin's changes of the same category stay. */
export function EditCategoryDialog({ category, categories, onClose, renderPicker }: EditCategoryDialogProps) {
  const { save } = useCategoryCalls()
  const [opened] = useState(category)
  const [latest, setLatest] = useState(opened)
  const { _id: id } = opened

  async function handleSubmit(values: Values) {
    const changed = changedFields(valuesOf(opened), values)
    if (Object.keys(changed).length === 0) return onClose()
    try {
      const { message, data } = await save(id, { ...changed, version: latest.version })
      onClose()
      toastWithUndo(message, () => save(id, { ...takenBack(changed, valuesOf(latest)), version: data.version }))
    } catch (error) {
      const theirs = await findConflict(error, latest)
      if (theirs) setLatest(theirs)
      throw error
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Edit ${opened.name}`}>
      <Form
        schema={categoryFields}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while saving the category."
        success={false}
        defaultValues={valuesOf(opened)}
      >
        {latest !== opened && <ConflictNotice opened={opened} latest={latest} />}
        <CategoryFields present={opened.slug} />
        <ParentField categories={categories} category={opened} />
        <DescriptionField />
        <CategoryPictureField category={opened} renderPicker={renderPicker} />
        <CategoryVisibility />
        <SearchEngineFields />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="default">Save category</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

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

interface PickerProps {
  title: string
  limit: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

type RenderPicker = (props: PickerProps) => ReactNode

interface CategoryPictureFieldProps {
  category: StaffCategory
  renderPicker: RenderPicker
}

/** A picture of the media library; without one, a product's is shown. Must be inside a category's form. */
function CategoryPictureField({ category, renderPicker }: CategoryPictureFieldProps) {
  const { field, fieldState } = useController<{ picture: string | null }, 'picture'>({ name: 'picture' })
  const [chosen, setChosen] = useState(category.hasOwnPicture ? category.picture : null)
  const ofProduct = category.hasOwnPicture ? null : category.picture

  function handleChoose([media]: Media[]) {
    setChosen(media ?? null)
    field.onChange(media?._id ?? null)
  }

  return (
    <PictureBox
      label="Picture"
      picture={chosen ?? ofProduct}
      note={chosen ? chosen.name : 'The picture of a product that can be bought.'}
      isChosen={chosen !== null}
      error={fieldState.error?.message}
      buttonRef={field.ref}
      onRemove={() => handleChoose([])}
      renderPicker={onClose =>
        renderPicker({
          title: 'Choose a picture',
          limit: 1,
          chosen: chosen ? [chosen] : [],
          onChoose: handleChoose,
          onClose,
        })
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
