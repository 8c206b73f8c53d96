import { FileX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Upload } from './uploads.ts'

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
      <ErrorText>{problem}</ErrorText>
    </div>
  )
}

/** A picture that is not uploaded yet. */
function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setIsBroken] = useState(!file.type.startsWith('image/'))

  useEffect(() => {
    if (isBroken) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isBroken])

  return (
    <span className="on-tile grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-tile">
      {isBroken && <FileX className="size-8 stroke-1 text-ink-3" />}
      {url && !isBroken && (
        <img src={url} alt="" className="size-full object-cover" onError={() => setIsBroken(true)} />
      )}
    </span>
  )
}
