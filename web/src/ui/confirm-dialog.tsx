import { Button } from './button.tsx'
import type { Elements } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { FAILED, toastRefusal, toastSuccess, withdrawErrors } from './toast.tsx'

interface ConfirmDialogProps<Answer> {
  title: string
  /** Label of the button, such as 'Delete review'. */
  action: string
  /** Label of the other button, which closes the dialog unless there is `onDismiss`. */
  dismiss?: string
  onDismiss?: () => void
  isDisabled?: boolean
  perform: () => Promise<Answer>
  onClose: () => void
  /** Called after success; it must close the dialog or unmount it. By default it is `onClose`. */
  onDone?: () => void
  /** Reports the success; a toast by default. */
  notify?: (answer: Answer) => void
  /** The message for an error without one. */
  fallback?: string
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
  onDismiss = onClose,
  onDone = onClose,
  notify = ({ message }) => toastSuccess(message),
  fallback = FAILED,
  children,
}: ConfirmDialogProps<Answer>) {
  async function handleConfirm() {
    try {
      const answer = await perform()
      onDone()
      withdrawErrors(title)
      notify(answer)
    } catch (error) {
      toastRefusal(error, fallback, title)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onDismiss}>
            {dismiss}
          </Button>
          <Button variant="danger" disabled={isDisabled} loading={false} onClick={handleConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
