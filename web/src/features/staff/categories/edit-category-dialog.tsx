import { CATEGORY_LABELS, categoryFields, type StaffCategory, type CategoryFields as Values } from '@mela/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { findConflict, useCategoryCalls } from './categories.api.ts'
import { CategoryFields, DescriptionField } from './category-fields.tsx'
import { CategoryPictureField, type RenderPicker } from './category-picture-field.tsx'
import { changedFields, takenBack, valuesOf } from './category-values.ts'
import { CategoryVisibility, SearchEngineFields } from './category-visibility.tsx'
import { ParentField } from './parent-field.tsx'

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
