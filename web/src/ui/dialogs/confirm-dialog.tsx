import { type ReactNode, useState } from 'react'
import { toRefusal } from '../../lib/failure.ts'
import { Button } from '../buttons/button.tsx'
import { toastError, toastSuccess, withdrawErrors } from '../toasts/toast.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps<Answer> {
  /** The question. */
  title: string
  /** What the button does, such as 'Delete review'. */
  action: string
  /** What the other button does. */
  dismiss?: string
  /** While there is nothing to do yet. */
  isDisabled?: boolean
  perform: () => Promise<Answer>
  onClose: () => void
  /** Called once it is done; closes the dialog, or takes it away with all around it. */
  onDone: () => void
  /** Tells of the success; left out, a toast does. */
  notify?: (answer: Answer) => void
  /** Said when the refusal has no sentence of its own. */
  fallback: string
  /** What it means. */
  children: ReactNode
}

/** Asks before something is lost, and stays open when it could not be done. */
export function ConfirmDialog<Answer extends { message: string }>({
  title,
  action,
  dismiss = 'Cancel',
  isDisabled,
  perform,
  onClose,
  onDone,
  notify = ({ message }) => toastSuccess(message),
  fallback,
  children,
}: ConfirmDialogProps<Answer>) {
  const [isPending, setIsPending] = useState(false)

  async function handleConfirm() {
    setIsPending(true)
    try {
      const answer = await perform()
      onDone()
      withdrawErrors(title)
      notify(answer)
    } catch (error) {
      toastError(toRefusal(error).message ?? fallback, title)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {dismiss}
          </Button>
          <Button variant="danger" disabled={isDisabled} loading={isPending} onClick={() => void handleConfirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
