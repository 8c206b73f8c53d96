import { toRefusal } from '../../lib/failure.ts'
import { show, toastError, toastSuccess } from './toast.tsx'

const FAILED = 'Something went wrong, please try again later...'

/** Reports a success that can be undone. */
export function toastWithUndo(message: string, undo: () => Promise<{ message: string }>, about?: string): void {
  async function handleUndo() {
    try {
      toastSuccess((await undo()).message, message)
    } catch (error) {
      toastError(toRefusal(error).message ?? FAILED, message)
    }
  }

  void show({ kind: 'success', text: message, about }, ({ closeToast }) => (
    <span className="flex w-full items-center justify-between gap-3">
      <span className="max-sm:line-clamp-2">{message}</span>
      <button
        type="button"
        className="min-h-11 rounded-control px-2 font-semibold underline underline-offset-3"
        onClick={() => {
          closeToast()
          void handleUndo()
        }}
      >
        Undo
      </button>
    </span>
  ))
}
