import { UPLOAD_MEGABYTES } from '@mela/contract'
import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import { guarded } from '../../../lib/browser/leave-guards.ts'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LeaveQuestion } from '../../../ui/forms/leave-question.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { PictureInput } from './picture-input.tsx'
import { UploadTile } from './upload-tile.tsx'
import { useBroughtFiles } from './use-brought-files.ts'
import { problemWith, TAKEN, useUploads } from './use-uploads.ts'

interface UploadDialogProps {
  onClose: () => void
  /** Called when all chosen files are in the library. */
  onUploaded: (message: string) => void
}

const NOTHING_CHOSEN = 'Please select a file to upload.'

/** A dialog that uploads pictures from the disk, the clipboard or by drag and drop. It is open while mounted. */
export function UploadDialog({ onClose, onUploaded }: UploadDialogProps) {
  const { uploads, add, remove, send, isSending } = useUploads()
  const [problem, setProblem] = useState<string>()
  const noteId = useId()
  const ready = uploads.filter(({ file }) => !problemWith(file))
  const { isOver, handlers } = useBroughtFiles(handleFiles)

  function handleFiles(files: File[]) {
    setProblem(undefined)
    const added = add(files)
    if (isSending) void send(added)
  }

  async function handleUpload() {
    if (ready.length === 0) {
      setProblem(NOTHING_CHOSEN)
      return toastError(NOTHING_CHOSEN)
    }
    const { taken, isAll } = await send(ready)
    const message = taken === 1 ? TAKEN : `${taken} pictures uploaded successfully.`
    if (isAll) onUploaded(message)
    else if (taken > 0) toastSuccess(message)
  }

  const handleClose = () => guarded(onClose)

  return (
    <Dialog
      open
      title="Upload Media"
      onClose={handleClose}
      footer={
        <>
          <Button variant="outline" onClick={handleClose}>
            Cancel
          </Button>
          <Button loading={isSending} onClick={() => void handleUpload()}>
            {ready.length > 1 ? `Upload ${countLabel(ready.length, 'picture')}` : 'Upload'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5" {...handlers}>
        <PictureInput onFiles={handleFiles} isOver={isOver} aria-describedby={noteId} className="min-h-40">
          <ImageUp className="size-8 stroke-[1.25]" />
          <span className="type-ui">Drop pictures here, paste them, or choose files</span>
          <span id={noteId} className="type-small">
            {problem ? (
              <span className="text-danger">{problem}</span>
            ) : (
              `JPEG, PNG, WebP, AVIF or GIF, up to ${UPLOAD_MEGABYTES} MB each; large photos are reduced first`
            )}
          </span>
        </PictureInput>
        {uploads.length > 0 && (
          <ul aria-label="Chosen pictures" className="grid grid-cols-3 gap-3">
            {uploads.map(upload => (
              <li key={upload.id}>
                <UploadTile upload={upload} isSending={isSending} onRemove={() => remove(upload.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <LeaveQuestion
        isAtStake={isSending}
        isOfQuery
        title="Still uploading"
        text={`${countLabel(uploads.length, 'picture')} of your choice ${uploads.length === 1 ? 'has' : 'have'} not arrived yet.`}
        stay="Wait"
        leave="Stop uploading"
      />
    </Dialog>
  )
}
