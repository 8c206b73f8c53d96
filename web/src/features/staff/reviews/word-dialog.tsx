import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'

interface WordDialogProps<Input extends FieldValues, Output> {
  title: string
  action: string
  schema: ComponentProps<typeof Form<Input, Output>>['schema']
  defaultValues: NonNullable<ComponentProps<typeof Form<Input, Output>>['defaultValues']>
  perform: (input: Output) => Promise<unknown>
  onClose: () => void
  /** Shown to the left of the buttons. */
  aside?: Elements
  /** The fields. */
  children: Elements
}

/** Asks for the text of an action on a review, such as a reply or the reason for hiding it. */
export function WordDialog<Input extends FieldValues, Output>(props: WordDialogProps<Input, Output>) {
  const { title, action, schema, defaultValues, perform, onClose, aside, children } = props

  async function handleSubmit(input: Output) {
    const answer = await perform(input)
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        schema={schema}
        defaultValues={defaultValues}
        onSubmit={handleSubmit}
        fallback="An error occurred while saving the review."
      >
        {children}
        <DialogActions>
          {aside}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>{action}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
