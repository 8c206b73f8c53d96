import { X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { FilePreview } from './file-preview.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadTileProps {
  upload: Upload
  isSending: boolean
  onRemove: () => void
}

/** An upload: its picture, progress and error. */
export function UploadTile({ upload: { file, progress, problem }, isSending, onRemove }: UploadTileProps) {
  return (
    <div className="grid content-start gap-1.5">
      <div className="relative">
        <FilePreview file={file} />
        {!isSending && (
          <IconButton
            label={`Remove ${file.name}`}
            size={32}
            tipEnd
            className="absolute! top-1.5 right-1.5 bg-surface"
            onClick={onRemove}
          >
            <X />
          </IconButton>
        )}
      </div>
      {isSending && !problem && <ProgressBar label={`Uploading ${file.name}`} share={progress} />}
      <p dir="auto" className="type-small truncate" title={file.name}>
        {file.name}
      </p>
      {problem && (
        <p role="alert" className="type-small text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
