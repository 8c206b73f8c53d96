import { formatCount, IMPORT_MEGABYTES, IMPORT_ROWS } from '@mela/contract'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { useCheckImport } from './imports.api.ts'

/** Takes a file by choice or by drop, and uploads it for a check. */
export function DropZone({ onChecked }: { onChecked: (importId: string) => void }) {
  const check = useCheckImport()
  const [isOver, setIsOver] = useState(false)

  function take(file: File | undefined) {
    setIsOver(false)
    if (!file || check.isPending) return
    check.mutate(file, {
      onSuccess: ({ data }) => onChecked(data._id),
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again.'),
    })
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }

  return (
    <label
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
      aria-busy={check.isPending}
      className={cx(
        'relative grid cursor-pointer justify-items-center gap-3 rounded-tile border border-edge border-dashed bg-surface px-4 py-12 text-center transition-colors hover:border-ink',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        isOver && 'border-ink bg-info-soft',
      )}
    >
      {check.isPending ? (
        <Spinner className="size-8" />
      ) : (
        <FileSpreadsheet className="size-8 stroke-[1.25] text-ink-2" />
      )}
      <span className="type-ui">{check.isPending ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}</span>
      <span className="type-small text-ink-2">
        Up to <span>{formatCount(IMPORT_ROWS)}</span> rows and {IMPORT_MEGABYTES} MB. Nothing is changed before you have
        seen what it would do.
      </span>
      <input
        type="file"
        accept=".csv,text/csv"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={event => {
          take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
