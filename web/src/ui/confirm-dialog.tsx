import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonStyle } from './button.tsx'
import type { Elements } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { FAILED, toastRefusal, toastSuccess } from './toast.tsx'

interface ConfirmDialogProps<Answer> {
  title: string
  action: string
  /** Label of the other button, which closes the dialog unless there is `onDismiss`. */
  dismiss?: string
  onDismiss?: () => void
  isDisabled?: boolean
  perform: () => Promise<Answer>
  onClose: () => void
  /** Called after success; it must close the dialog or unmount it. By default it is `onClose`. */
  onDone?: (answer: Answer) => void
  notify?: (answer: Answer) => unknown
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
  notify = ({ message }) => message && toastSuccess(message),
  fallback = FAILED,
  children,
}: ConfirmDialogProps<Answer>) {
  async function handleConfirm() {
    try {
      const answer = await perform()
      onDone(answer)
      notify(answer)
    } catch (error) {
      toastRefusal(error, fallback)
    }
  }

  return (
    <Dialog
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

interface ConfirmButtonProps<Answer> extends Omit<ConfirmDialogProps<Answer>, 'onClose'>, ButtonStyle {
  label: string
  'aria-label'?: string
}

export function ConfirmButton<Answer extends { message: string }>(props: ConfirmButtonProps<Answer>) {
  const { label, 'aria-label': name, variant = 'outline', size, wide, className, onDone, ...dialog } = props
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)

  /** A dialog that closes returns the focus to the button, which may be about to be removed. */
  function handleDone(answer: Answer) {
    flushSync(close)
    onDone?.(answer)
  }

  return (
    <>
      <Button
        variant={variant}
        size={size}
        wide={wide}
        className={className}
        aria-label={name}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isAsking && <ConfirmDialog {...dialog} onClose={close} onDone={handleDone} />}
    </>
  )
}
