import { EVIDENCE_FILES, EVIDENCE_MEGABYTES } from '@mela/contract'
import { Paperclip, X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

interface EvidenceFilesProps {
  files: File[]
  onChange: (files: File[]) => void
}

const ACCEPTED = ['image/jpeg', 'image/gif', 'image/png', 'application/pdf']

/** Why files cannot be sent, as a sentence; undefined when they can. */
export function problemWithFiles(files: File[]): string | undefined {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (files.length > EVIDENCE_FILES) return `Please select ${EVIDENCE_FILES} files at the most.`
  if (size >= EVIDENCE_MEGABYTES * 1_000_000)
    return `Files of more than ${EVIDENCE_MEGABYTES} MB in all are not allowed.`
  if (files.some(({ type }) => !ACCEPTED.includes(type))) return 'Only JPG, GIF, PNG and PDF files can be sent.'
}

export function EvidenceFiles({ files, onChange }: EvidenceFilesProps) {
  const noteId = useId()

  return (
    <div className="grid gap-1.5">
      {files.length > 0 && (
        <ul className="grid gap-1.5">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className="flex items-center gap-2">
              <span dir="auto" className="wrap-anywhere min-w-0 grow">
                {file.name}
              </span>
              <IconButton label={`Remove ${file.name}`} tipEnd onClick={() => onChange(files.toSpliced(index, 1))}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <label className="type-ui relative flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded-control border border-edge px-4 hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
        <Paperclip className="size-4" aria-hidden="true" />
        Add files
        <input
          type="file"
          multiple
          accept={ACCEPTED.join(',')}
          aria-describedby={noteId}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={event => {
            const added = [...(event.currentTarget.files ?? [])]
            onChange([...files.filter(file => !added.some(isSame(file))), ...added])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <p id={noteId} className="type-small text-ink-2">
        JPG, GIF, PNG or PDF, {EVIDENCE_FILES} at the most, less than {EVIDENCE_MEGABYTES} MB in all.
      </p>
    </div>
  )
}

const isSame = (file: File) => (other: File) =>
  file.name === other.name && file.lastModified === other.lastModified && file.size === other.size
