import { type CategoryInput, categoryInput } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useCreateCategory } from './categories.api.ts'
import { CategoryFields } from './category-fields.tsx'

export function AddCategoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutateAsync: create } = useCreateCategory()

  async function handleSubmit(input: CategoryInput) {
    const answer = await create(input)
    onClose()
    return answer
  }

  return (
    <Dialog open={open} onClose={onClose} title="Add Category">
      <Form
        schema={categoryInput}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while creating the category."
        defaultValues={{ name: '', slug: '' }}
      >
        <CategoryFields />
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
