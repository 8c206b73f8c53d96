import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'

interface WordDialogProps<Schema extends z.ZodType> {
  title: string
  action: string
  schema: Schema
  defaultValues: Record<string, string>
  perform: (input: z.output<Schema>) => Promise<unknown>
  onClose: () => void
  /** Left of the two buttons. */
  aside?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** Asks for the words that go with an action on a review. */
export function WordDialog<Schema extends z.ZodType<object, object>>(props: WordDialogProps<Schema>) {
  const { title, action, schema, defaultValues, perform, onClose, aside, children } = props

  async function handleSubmit(input: z.output<Schema>) {
    const answer = await perform(input)
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        schema={schema as never}
        defaultValues={defaultValues as never}
        onSubmit={handleSubmit as never}
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
