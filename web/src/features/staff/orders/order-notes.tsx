import { orderNoteInput, type StaffOrder } from '@mela/contract'
import { useState } from 'react'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { KeepTyped } from '../../../ui/forms/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/forms/leave-guard.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useAddNote, useDeleteNote } from './staff-orders.api.ts'

/** Internal notes of staff; their author may delete them. */
export function OrderNotes({ order: { _id, notes = [] } }: { order: StaffOrder }) {
  const user = useCurrentUser()
  const [asked, setAsked] = useState<string>()
  const [added, setAdded] = useState(0)
  const { mutateAsync: add } = useAddNote(_id)
  const { mutateAsync: remove } = useDeleteNote(_id)

  async function handleAdd(note: { text: string }) {
    const answer = await add(note)
    setAdded(added + 1)
    return answer
  }

  return (
    <>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(note => (
            <li key={note._id} className="rounded-control bg-paper px-4 py-3">
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {note.text}
              </p>
              <div className="type-small flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-ink-2">
                <span>
                  <span dir="auto">{`${note.by.name.firstName} ${note.by.name.lastName} · `}</span>
                  <Time value={note.at} style="date-time" />
                </span>
                {note.by._id === user?.id && (
                  <Button variant="ghost" size={32} className="-mr-3" onClick={() => setAsked(note._id)}>
                    Delete
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form
        key={added}
        schema={orderNoteInput}
        defaultValues={{ text: '' }}
        onSubmit={handleAdd}
        fallback="Something went wrong, please try again later..."
        className="gap-3!"
      >
        <KeepTyped name="note" />
        <LeaveGuard text="Your note is not saved yet." />
        <TextField name="text" label="Add a note" multiline rows={2} help="Only staff read it." />
        <SubmitButton variant="outline" className="justify-self-start">
          Add note
        </SubmitButton>
      </Form>
      {asked && (
        <ConfirmDialog
          title="Delete this note?"
          action="Delete note"
          perform={() => remove(asked)}
          onClose={() => setAsked(undefined)}
          onDone={() => setAsked(undefined)}
          fallback="Something went wrong, please try again later..."
        >
          <p className="text-ink-2">Its words are gone for everybody. The audit log keeps that there was a note.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
