import { type StaffPageRow, textPath } from '@mela/contract'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { usePageCalls } from './pages.api.ts'

interface DeletePageDialogProps {
  page: StaffPageRow
  onClose: () => void
  onDeleted: () => void
}

export function DeletePageDialog({ page, onClose, onDeleted }: DeletePageDialogProps) {
  const { remove, restore } = usePageCalls()
  return (
    <ConfirmDialog
      title={`Delete ${page.title}?`}
      action="Delete page"
      perform={() => remove(page._id)}
      onClose={onClose}
      onDone={onDeleted}
      notify={({ message }) => toastWithUndo(message, () => restore(page._id))}
      fallback="An error occurred while deleting the page."
    >
      <p className="text-ink-2">
        Links to <span className="break-all font-mono text-ink">{textPath(page.slug)}</span> lead nowhere, and menus
        leave it out.
      </p>
    </ConfirmDialog>
  )
}
