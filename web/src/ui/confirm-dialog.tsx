import { useState } from 'react'
import { toRefusal } from '../lib/failure.ts'
import { Button } from './button.tsx'
import type { Elements } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { toastError, toastSuccess, withdrawErrors } from './toast.tsx'

interface ConfirmDialogProps<Answer> {
  /** The question. */
  title: string
  /** Label of the button, such as 'Delete review'. */
  action: string
  /** Label of the other button. */
  dismiss?: string
  /** Disables the button. */
  isDisabled?: boolean
  perform: () => Promise<Answer>
  onClose: () => void
  /** Called after success; it must close the dialog or unmount it. */
  onDone: () => void
  /** Reports the success; a toast by default. */
  notify?: (answer: Answer) => void
  /** The message for an error without one. */
  fallback: string
  /** The consequences. */
  children: Elements
}

/** Asks before something is lost, and stays open on failure. */
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
