import { type NewCategory, newCategory, type StaffCategory } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useCreateCategory } from './categories.api.ts'
import { CategoryFields } from './category-fields.tsx'
import { ParentField } from './parent-field.tsx'

interface AddCategoryDialogProps {
  open: boolean
  categories: readonly StaffCategory[]
  onClose: () => void
}

export function AddCategoryDialog({ open, categories, onClose }: AddCategoryDialogProps) {
  const { mutateAsync: create } = useCreateCategory()

  async function handleSubmit(input: NewCategory) {
    const answer = await create(input)
    onClose()
    return answer
  }

  return (
    <Dialog open={open} onClose={onClose} title="Add Category">
      <Form
        schema={newCategory}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while creating the category."
        defaultValues={{ name: '', slug: '', parent: '' }}
      >
        <CategoryFields />
        {categories.length > 0 && <ParentField categories={categories} />}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="default">Add category</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
